import type { z } from 'zod'
import type { Method } from '../../kernel/contract.ts'
import type { Schema } from './input-schema.ts'

/** Media types with the schema of each; null where it is bytes, or defined elsewhere. */
export type Content = Record<string, z.ZodType | Schema | null>

/** A route that is not mounted from a contract, as the OpenAPI document describes it. It stands beside its handler. */
export interface RawRoute {
  method: Method
  path: `/${string}`
  operationId: string
  /** One of areas.json. */
  area: string
  summary: string
  /** It answers without a credential. */
  open?: true
  query?: Record<string, Schema>
  /** Names of those that must be given. */
  required?: readonly string[]
  body?: Content
  /** What it answers where nothing is wrong, by status. Problems are described for every route alike. */
  answers: Record<number, { description: string; content?: Content }>
}
