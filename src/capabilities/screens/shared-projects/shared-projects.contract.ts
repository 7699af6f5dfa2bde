import { z } from 'zod'
import { contract } from '../../../kernel/contract.ts'

const job = { permission: 'system', effect: 'change', job: true, input: z.strictObject({}) } as const

export const queueSharedProjects = contract({
  ...job,
  summary: 'Ask for the public parts of shared projects anew, wherever there are some',
  realm: 'identity',
  output: z.object({ organizations: z.int() }),
})

export const refreshSharedProjects = contract({
  ...job,
  summary: 'Count what the public sees of an organization’s shared projects',
  realm: 'organization',
  output: z.object({ changed: z.int() }),
})
