import { problemOf, type Problem } from './problem.ts'
import { toast } from './toast.ts'

type Reader = (problem: Problem) => void

const readers: Reader[] = []

/** Errors go to the open dialog, if any: a toast would be hidden behind its backdrop. */
export function readProblems(reader: Reader): () => void {
  readers.push(reader)
  return () => void readers.splice(readers.indexOf(reader), 1)
}

/** Shows an error: in the dialog that is open, otherwise as a toast. */
export function tellProblem(error: unknown, title?: string): void {
  const problem = problemOf(error)
  const reader = readers.at(-1)
  if (reader) reader(problem)
  else if (title) toast.error(title, { description: problem.sentence })
  else toast.error(problem.sentence)
}
