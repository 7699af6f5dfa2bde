import { z } from 'zod'
import { contract } from '../../kernel/contract.ts'
import { retained } from './kept.ts'

const tables = z.array(z.enum(retained)).min(1).max(retained.length)

export const purge = contract({
  summary: 'Remove a batch of what is kept no longer, from each table in turn',
  realm: 'instance',
  permission: 'system',
  effect: 'delete',
  job: true,
  input: z.strictObject({ tables: tables.default([...retained]) }),
  output: z.object({ removed: z.int(), next: z.object({ tables }).nullable() }),
})
