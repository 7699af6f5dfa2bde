import { z } from 'zod'
import { references, type Contract } from '../../../kernel/contract.ts'

/** What an input field refers to, and whether it can be null: a nullable one is a value to set, not a scope to search in. */
export interface Reference {
  kind: string
  nullable: boolean
}

/** The references in an operation's input, by field. */
export function referencesOf({ input }: Contract): ReadonlyMap<string, Reference> {
  const found = new Map<string, Reference>()
  if (!(input instanceof z.ZodObject)) return found
  for (const [field, schema] of Object.entries(input.shape)) {
    const reference = referenceOf(schema as z.ZodType, false)
    if (reference) found.set(field, reference)
  }
  return found
}

function referenceOf(schema: z.ZodType, nullable: boolean): Reference | undefined {
  const kind = references.get(schema)?.ref
  if (kind !== undefined) return { kind, nullable }
  if (schema instanceof z.ZodNullable) return referenceOf(schema.unwrap() as z.ZodType, true)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return referenceOf(schema.unwrap() as z.ZodType, nullable)
  return schema instanceof z.ZodArray ? referenceOf(schema.element as z.ZodType, nullable) : undefined
}
