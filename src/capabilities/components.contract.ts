import { z } from 'zod'
import { Id, Timestamp } from '../kernel/contract.ts'

/** Names of the schemas that operations share. The OpenAPI document defines each once under its name and refers to it. */
export const componentNames = z.registry<{ id: string }>()

/** Names schemas after their constants: `components({ Task, TaskStatus: Status })`. */
export function components(schemas: Record<string, z.ZodType>): void {
  for (const [id, schema] of Object.entries(schemas)) componentNames.add(schema, { id })
}

components({ Id, Timestamp })
