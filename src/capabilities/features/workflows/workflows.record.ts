import { z } from 'zod'
import { deletion, line, person, stamps, synced, text, value } from '../../record.ts'
import { Gate } from './gates.contract.ts'

export const gates = z.array(Gate).min(1).max(20)

export const workflowRecord = synced('workflows', 'created_by', {
  ...stamps,
  ...deletion,
  slug: value(line(64)),
  name: value(line(120)),
  description: value(text().default('')),
  gates: value(gates),
  created_by: person('author'),
})
