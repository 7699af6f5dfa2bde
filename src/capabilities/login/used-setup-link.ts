import { Refusal } from '../../kernel/errors.ts'

export const usedSetupLink = (): Refusal =>
  new Refusal('unauthenticated', 'This setup link was used or has expired. Run `npm run seed` for a new one.')
