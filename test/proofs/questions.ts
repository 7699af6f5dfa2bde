import type { Baton } from '../harness/baton.ts'
import { askQuestions, sharesOf } from '../questions/ask-questions.ts'
import { claimed, type Figures } from './proof.ts'

/** An agent's questions, by kind. The full run also prints which ones were answered wrongly. */
export const proof = {
  name: 'questions',
  claim: 'of 150 questions an agent asks most are answered, and what nobody knows with nothing that is sure',
  short: { telling: false },
  full: { telling: true },

  async run(baton: Baton, { telling }: { telling: boolean }): Promise<Figures> {
    const answered = await askQuestions(baton)
    for (const { kind, text, answer = 'nothing', first } of telling ? answered.filter(({ right }) => !right) : []) {
      console.error(`${kind}: ${text} → ${first.join(', ') || 'nothing'} instead of ${answer}`)
    }
    return claimed<Figures>(sharesOf(answered), { least: { all: 0.93, unanswerable: 0.9 } })
  },
}
