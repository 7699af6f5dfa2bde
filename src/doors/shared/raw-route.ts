import type { z } from 'zod'
import type { Method } from '../../kernel/contract.ts'
import type { Schema } from './input-schema.ts'

/** Schemas by media type; null if the content is bytes, or defined elsewhere. */
export type Content = Record<string, z.ZodType | Schema | null>

/** A route that is not mounted from a contract, as the OpenAPI document describes it. It is declared next to its handler. */
export interface RawRoute {
  method: Method
  path: `/${string}`
  operationId: string
  /** One of areas.json. */
  area: string
  summary: string
  /** It needs no credential. */
  open?: true
  query?: Record<string, Schema>
  /** The names of the required query parameters. */
  required?: readonly string[]
  body?: Content
  /** The successful responses by status. Problems are described in the same way for every route. */
  answers: Record<number, { description: string; content?: Content }>
}
