import { createHash } from 'node:crypto'
import { z } from 'zod'
import { Refusal } from '../../../kernel/errors.ts'
import { isId } from '../../../platform/ids.ts'
import type { Column, Part } from '../../record.ts'
import { kinds, type Kind } from '../records/records.contract.ts'
import { syncedKinds } from '../records/synced-kinds.ts'

/**
 * The id of an imported record in an organization. It is deterministic, so importing a file again finds what it stored before, and references need no
 * mapping table. The time in the id is preserved, because lists are ordered by it.
 */
export function mapId(org: string, id: string): string {
  const digest = createHash('sha256').update(`${org} ${id}`).digest('hex')
  return `${id.slice(0, 14)}7${digest.slice(0, 3)}-8${digest.slice(3, 6)}-${digest.slice(6, 18)}`
}

/** A record as rows: by column what the table gets; a person, agent or team is named below `@column`. */
export type Row = Record<string, unknown> & { id: string }
type Fields = Record<string, unknown>

const inFile = (columns: Readonly<Record<string, Column>>): [string, string, Column][] =>
  Object.entries(columns).flatMap(([name, column]) => (column.schema ? [[name, column.as ?? name, column]] : []))

const shapeOf = (columns: Readonly<Record<string, Column>>): z.ZodRawShape =>
  Object.fromEntries(inFile(columns).flatMap(([, field, { schema }]) => (schema ? [[field, schema]] : [])))

const maxRows = 10_000

function schemaOf({ columns, only, one }: Part): z.ZodType {
  const row = only ? (columns[only]?.schema ?? z.never()) : z.object(shapeOf(columns))
  return one ? row.nullish() : z.array(row).max(maxRows).default([])
}

/** What a file may hold, by kind. Fields that are unknown here are dropped: the file may come from a later version. */
const schemas = Object.fromEntries(
  kinds.map((kind) => {
    const { columns, parts } = syncedKinds[kind]
    const contained = parts.filter(({ why }) => !why).map((part) => [part.as, schemaOf(part)])
    return [kind, z.object({ ...shapeOf(columns), ...Object.fromEntries(contained) })]
  }),
) as Record<Kind, z.ZodObject>

/** The record by columns, with every id mapped to its new organization. */
export function parseRecord(org: string, kind: Kind, given: Fields): Row {
  const parsed = schemas[kind].safeParse(given)
  if (!parsed.success) {
    // Only the first part of a path is surely a name of ours.
    const [field] = parsed.error.issues[0]?.path ?? []
    throw new Refusal(
      'invalid',
      `A record of the kind ${kind} lacks a field, or has one with a value that is not allowed. Export it again, or correct it in the file.`,
      { kind, ...(typeof field === 'string' && { field }) },
    )
  }
  const fields = parsed.data as Fields
  const { columns, parts } = syncedKinds[kind]
  const contained = parts.filter(({ why }) => !why).map((part) => [part.as, rowsOf(org, part, fields[part.as])])
  return { ...byColumn(org, columns, fields), ...Object.fromEntries(contained) } as Row
}

function rowsOf(org: string, { columns, only, one }: Part, field: unknown): Fields[] {
  const given = one ? (field === null || field === undefined ? [] : [field]) : (field as unknown[])
  const name = only && (columns[only]?.as ?? only)
  return given.map((row) => byColumn(org, columns, name ? { [name]: row } : (row as Fields)))
}

function byColumn(org: string, columns: Readonly<Record<string, Column>>, fields: Fields): Fields {
  const map = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(map) : typeof value === 'string' && isId(value) ? mapId(org, value) : value
  return Object.fromEntries(
    inFile(columns).map(([name, field, { of, mapped, who, ids }]) => {
      const value = fields[field]
      if (who) return [`@${name}`, value]
      if (of || mapped || name === 'id') return [name, map(value)]
      if (!ids) return [name, value]
      return [name, Object.fromEntries(Object.entries(value as Fields).map(([key, one]) => [key, ids.includes(key) ? map(one) : one]))]
    }),
  )
}

const text = /^[^\0-\x08\x0b\x0c\x0e-\x1f\x7f\p{Cs}]*$/u
const oneLine = /^[^\p{Cc}\p{Cs}]*$/u
const names: ReadonlySet<string> = new Set(['title', 'name', 'slug', 'key', 'ref', 'handle', 'rank', 'labels', 'tags'])

/** The same rules as for any text input: a hand-edited export can't bring in anything that could not have been typed. */
export function checkTexts(value: unknown, field = ''): void {
  if (typeof value === 'string') {
    if (!(names.has(field) ? oneLine : text).test(value))
      throw new Refusal('invalid', 'A text of this file has characters that are not allowed in it.')
  } else if (Array.isArray(value)) for (const one of value) checkTexts(one, field)
  else if (typeof value === 'object' && value !== null) {
    for (const [name, one] of Object.entries(value)) {
      checkTexts(name)
      checkTexts(one, name)
    }
  }
}
