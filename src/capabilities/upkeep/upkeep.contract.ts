import { z } from 'zod'
import { contract } from '../../kernel/contract.ts'

const upkeep = {
  permission: 'system',
  effect: 'delete',
  job: true,
  input: z.strictObject({}),
  output: z.object({ removed: z.int() }),
} as const

export const forgetKeys = contract({ ...upkeep, realm: 'instance', summary: 'Forget idempotency keys older than a day' })

export const forgetEvents = contract({ ...upkeep, realm: 'instance', summary: 'Remove events older than the log is kept' })

export const forgetAttempts = contract({ ...upkeep, realm: 'identity', summary: 'Forget login attempts older than a day' })
