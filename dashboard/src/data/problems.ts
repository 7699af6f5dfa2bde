import { problemOf, type Problem } from './problem.ts'
import { toast } from './toast.ts'

type Reader = (problem: Problem) => void

const readers: Reader[] = []

/** An open dialog reads what fails while it is open: a toast would lie behind its backdrop. */
export function readProblems(reader: Reader): () => void {
  readers.push(reader)
  return () => void readers.splice(readers.indexOf(reader), 1)
}

/** Tells a person what failed: in the dialog they are in, else in the corner. */
export function tellProblem(error: unknown, title?: string): void {
  const problem = problemOf(error)
  const reader = readers.at(-1)
  if (reader) reader(problem)
  else if (title) toast.error(title, { description: problem.sentence })
  else toast.error(problem.sentence)
}
