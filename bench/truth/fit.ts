import type { Evidence } from '../../src/capabilities/memory/ranking/grade.ts'
import type { Answer } from './ask.ts'
import { scoreOf } from './score.ts'

export const features = ['own', 'named', 'close', 'apart', 'first', 'gap'] as const
export type Weights = Evidence & { base: number }

const ridge = 0.0001
const rounds = 60

/** Logistic regression by Newton's method. Each set counts the same, however many questions it has. */
export function fitWeights(answers: readonly Answer[], used: readonly (typeof features)[number][] = features): Weights {
  const sets = Map.groupBy(answers, ({ set }) => set)
  const rows = answers.flatMap(({ set, hits }) =>
    hits.map(({ evidence, right }) => ({
      x: [1, ...used.map((name) => evidence[name])],
      y: right ? 1 : 0,
      weight: 1000 / (sets.get(set)?.length ?? 1),
    })),
  )
  const size = used.length + 1
  const total = rows.reduce((sum, { weight }) => sum + weight, 0)
  const found = Array.from({ length: size }, () => 0)
  for (let round = 0; round < rounds; round++) {
    const gradient = found.map((value) => -ridge * total * value)
    const hessian = found.map((_, at) => found.map((__, other) => (at === other ? ridge * total : 0)))
    for (const { x, y, weight } of rows) {
      const p = 1 / (1 + Math.exp(-x.reduce((sum, value, at) => sum + value * (found[at] ?? 0), 0)))
      for (let at = 0; at < size; at++) {
        gradient[at]! += weight * (y - p) * x[at]!
        for (let other = 0; other < size; other++) hessian[at]![other]! += weight * p * (1 - p) * x[at]! * x[other]!
      }
    }
    for (const [at, change] of solve(hessian, gradient).entries()) found[at]! += change
  }
  const rounded = (value: number | undefined) => Math.round((value ?? 0) * 100) / 100
  const of = (name: (typeof features)[number]) => (used.includes(name) ? rounded(found[used.indexOf(name) + 1]) : 0)
  return {
    base: rounded(found[0]),
    own: of('own'),
    named: of('named'),
    close: of('close'),
    apart: of('apart'),
    first: of('first'),
    gap: of('gap'),
  }
}

/** Half of what the grades promise, since what was fitted on is known. */
const maxWrong = 0.02
const minNothingSure = 0.95

/** The lowest probability from which hits may be called sure. */
export function sureFrom(answers: readonly Answer[]): number {
  for (let percent = 50; percent < 99; percent++) {
    const called = answers.map((answer) => ({
      ...answer,
      hits: answer.hits.map((hit) => ({ ...hit, confidence: hit.probability >= percent / 100 ? ('sure' as const) : ('unsure' as const) })),
    }))
    const { wrong, nothingSure } = scoreOf(called)
    if (wrong <= maxWrong && nothingSure >= minNothingSure) return percent / 100
  }
  return 0.99
}

/** Gauss-Jordan elimination with pivoting. */
function solve(matrix: number[][], right: number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0])
  for (let at = 0; at < rows.length; at++) {
    let best = at
    for (let other = at; other < rows.length; other++) if (Math.abs(rows[other]![at]!) > Math.abs(rows[best]![at]!)) best = other
    ;[rows[at], rows[best]] = [rows[best]!, rows[at]!]
    for (let other = 0; other < rows.length; other++) {
      if (other === at) continue
      const factor = rows[other]![at]! / rows[at]![at]!
      for (let column = at; column <= rows.length; column++) rows[other]![column]! -= factor * rows[at]![column]!
    }
  }
  return rows.map((row, at) => row[rows.length]! / row[at]!)
}
