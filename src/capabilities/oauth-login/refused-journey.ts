import { Refusal } from '../../kernel/errors.ts'

/** One answer for a state or code that is unknown, used, expired, another browser's or another provider's. */
export const refusedState = (): Refusal =>
  new Refusal('unauthenticated', 'This login was started in another browser, is too old or was used already. Start again.', {
    reason: 'state_invalid',
  })

export const refusedCode = (): Refusal =>
  new Refusal('unauthenticated', 'This code was used already, is too old or belongs to another login. Start again.', {
    reason: 'code_invalid',
  })
