import { type Facts, type Form, makeFacts, privateForms, publicForms } from './facts.ts'
import { heldOutQuestions, ownQuestions } from './work-sets.ts'

export interface NamedSet {
  set: 'generated' | 'private' | 'own' | 'held out'
  facts: Facts
}

const marked = (mark: Form['mark']) => publicForms().filter((form) => form.mark === mark)

/** What the grades are fitted to, and nothing else. */
export const setsToFit = (seeds: readonly number[]): NamedSet[] => [
  ...seeds.map((seed) => ({ set: 'generated' as const, facts: makeFacts(marked('fit'), seed) })),
  { set: 'own', facts: ownQuestions() },
]

/** What they are judged by: none of it was fitted to. */
export const setsToReport = (
  seeds: readonly number[],
  { folder, facts }: { folder?: string | undefined; facts?: number } = {},
): NamedSet[] => {
  const hidden = folder ? privateForms(folder) : null
  const size = facts === undefined ? {} : { facts }
  return [
    ...seeds.map((seed) => ({ set: 'generated' as const, facts: makeFacts(marked('report'), seed, size) })),
    ...(hidden ? seeds.map((seed) => ({ set: 'private' as const, facts: makeFacts(hidden, seed, size) })) : []),
    { set: 'held out', facts: heldOutQuestions() },
  ]
}
