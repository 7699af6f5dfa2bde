import { Refusal } from '../../kernel/errors.ts'

export const usedLink = (): Refusal => new Refusal('unauthenticated', 'This link was used or is too old. Ask for a new one.')
