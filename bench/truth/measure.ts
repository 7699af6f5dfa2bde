import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import type { Baton } from '../../test/harness/baton.ts'
import { type Answer, askAll, storeFacts } from './ask.ts'
import type { Facts } from './facts.ts'

/** A seed that nobody could fit anything to before the commit existed. */
export function seedOfCommit(): number {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim()
  return Number.parseInt(createHash('sha256').update(commit).digest('hex').slice(0, 8), 16)
}

/** Stores each set of facts as the memory of its own project, and asks its questions; an answer says which set it is from. */
export async function measure(baton: Baton, sets: readonly { set: string; facts: Facts }[]): Promise<Answer[]> {
  const person = await baton.person()
  const stored = await storeFacts(
    baton,
    person,
    sets.map(({ facts }) => facts),
  )
  const answers: Answer[] = []
  for (const [at, one] of stored.entries()) answers.push(...(await askAll(baton, person, sets[at]?.set ?? '', one)))
  return answers
}
