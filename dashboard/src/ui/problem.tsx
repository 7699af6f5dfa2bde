import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import type { Problem } from '../data/problem.ts'
import { readProblems } from '../data/problems.ts'

interface Place {
  problem: Problem | null
  names: Set<string>
}

const Here = createContext<Place>({ problem: null, names: new Set() })

/** Shows server errors while mounted: at the field they name, if it is among the children, otherwise above all of them. */
export function Problems({ children }: { children: ReactNode }) {
  const [problem, setProblem] = useState<Problem | null>(null)
  const [names] = useState(() => new Set<string>())
  useEffect(() => readProblems(setProblem), [])
  const place = useMemo(() => ({ problem, names }), [problem, names])
  const elsewhere = problem && !Object.keys(problem.fields).some((name) => names.has(name))
  return (
    <Here value={place}>
      {/* A new attempt starts without the previous error. */}
      <div className="contents" onSubmitCapture={() => setProblem(null)} onInput={() => setProblem(null)}>
        {elsewhere && (
          <p role="alert" className="mb-12 rounded-control bg-bad-soft px-10 py-8 text-bad">
            {problem.sentence}
          </p>
        )}
        {children}
      </div>
    </Here>
  )
}

/** The server's error for the field with this name. */
export function useFieldProblem(name: string): string | undefined {
  const { problem, names } = useContext(Here)
  useEffect(() => {
    names.add(name)
    return () => void names.delete(name)
  }, [names, name])
  return problem?.fields[name]
}

/** The browser's validation error for a control, in our own words instead of its native bubble. */
export function faultOf(control: HTMLInputElement, label: string): string {
  const { validity, title, type, minLength, min, max } = control
  if (validity.valueMissing) return type === 'checkbox' ? 'Check this box to continue.' : `${label} is required.`
  if (validity.patternMismatch) return `${title || 'Use the requested format'}.`
  if (validity.typeMismatch) return type === 'email' ? 'Enter an email address.' : 'Enter a URL, such as https://example.com.'
  if (validity.tooShort) return `Use at least ${minLength} characters.`
  if (validity.rangeUnderflow) return `Enter ${min} or more.`
  if (validity.rangeOverflow) return `Enter ${max} or less.`
  return 'Check this value.'
}
