import type { Baton } from '../harness.ts'
import { askQuestions, sharesOf } from '../questions/ask-questions.ts'

/** What an agent asks, by kind of question: docs/proof.md says how it was before. */
export const proof = {
  name: 'questions',
  claim: 'questions over identifiers, paths, typos, German, French, contradictions and what nobody knows',
  short: {},
  full: { told: true },

  async run(baton: Baton, { told = false }: { told?: boolean }): Promise<Record<string, number>> {
    const answered = await askQuestions(baton)
    if (told) for (const { kind, text, answer = 'nothing', first } of answered.filter(({ right }) => !right)) console.error(`${kind}: ${text} → ${first.join(', ') || 'nothing'}, not ${answer}`)
    return sharesOf(answered)
  },
}
