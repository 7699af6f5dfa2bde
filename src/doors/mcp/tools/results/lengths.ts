import { z } from 'zod'
import type { Contract } from '../../../../kernel/contract.ts'

type Fields = Record<string, unknown>

/** Shorter fields are titles and names. */
const longText = 1_000

/** A write does not echo the long texts it was sent; their lengths show that they arrived complete. */
export function lengthsOf({ input }: Contract, given: Fields): Fields {
  if (!(input instanceof z.ZodObject)) return {}
  const lengths: Fields = {}
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === 'string' && isLongText(input.shape[name])) lengths[`${name}_length`] = value.length
  }
  return lengths
}

function isLongText(schema: unknown): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return isLongText(schema.unwrap())
  }
  return schema instanceof z.ZodString && (schema.maxLength ?? 0) >= longText
}
