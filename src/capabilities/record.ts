import { z } from 'zod'
import { Id as id } from '../kernel/contract.ts'
import type { Tables } from '../platform/database-types.ts'

/**
 * Why a column isn't in records, or an import stores something else than the file has. `file` is what this is about; the second text is
 * what becomes of it. `npm run generate` writes both, with the columns, into the tables of docs/sync.md.
 */
export const reasons = {
  author: {
    file: 'authors, deciders, owners, and who completed, answered or resolved something',
    imported: 'the importer; comments keep the name of their author',
  },
  agent: {
    file: 'agents that something is assigned to or was done by',
    imported: 'kept if they are the importer’s, as those in the file become',
  },
  member: { file: 'assignees, members of projects, authors of features', imported: 'kept if they are members here' },
  gates: {
    file: 'features in progress',
    imported: 'back at their first gate; their evidence is kept as history, marked void, and verdicts are left out',
  },
  trust: { file: 'memories', imported: 'trusted as `external`' },
  skill: { file: 'public skills, and skills of a team that doesn’t exist here', imported: 'for the organization; the importer’s own' },
  superseded: { file: 'decisions superseded by one that isn’t in the file', imported: 'accepted' },
  bytes: { file: 'type and size of an attachment', imported: 'determined from its bytes' },
  organization: { file: 'the organization', left: 'everything becomes part of the one that imports' },
  derived: { file: 'what Baton computes from other fields', left: 'computed again' },
  deleted: { file: 'deletion', left: 'what is deleted is in no record' },
  lease: { file: 'leases', left: 'end with the organization they were given in' },
  proven: { file: 'how well a task is proven', left: 'a file proves nothing: unproven' },
  evidence: { file: 'where evidence came from, and verdicts', left: 'a file proves nothing' },
  credential: { file: 'credentials of agents', left: 'no record contains a secret or what it belongs to' },
  runs: { file: 'how the runs of an agent go', left: 'nothing of it runs in the other organization' },
  published: { file: 'what the public sees of it', left: 'publishing takes a person: not published' },
  formerly: { file: 'slugs that a project had', left: 'what refers to them refers to the other organization' },
  copied: { file: 'what a skill is a copy of', left: 'a file can’t prove it' },
  files: { file: 'the other files of a skill', left: 'download the skill as an archive' },
  used: { file: 'when a memory was last used', left: 'it hasn’t been used in the other organization yet' },
  time: { file: 'when a dependency or a membership began', left: 'the time of the import' },
} as const satisfies Record<string, { file: string } & ({ imported: string } | { left: string })>
export type Why = keyof typeof reasons

/** What is known of one column of a synced table; its export and its import follow from that. */
export interface Column {
  /** Its name in a record, if that isn't the column's. */
  as?: string
  /** What it may hold in a file. A column without it is in no record, or in another field (`within`). */
  schema?: z.ZodType
  within?: string
  /** The kind of record whose id it holds (`many`: whose ids). Unless it must exist, one that doesn't is left out. */
  of?: string
  many?: true
  must?: true
  /** A condition on the record that is referred to, `t`, besides being in the organization. */
  fits?: string
  /** Filled when all records are stored, together with what else then changes. */
  later?: true | { set: string }
  /** Held in records as a handle or a slug. */
  who?: 'person' | 'agent' | 'team'
  /** Its id is mapped, but no single kind is meant. */
  mapped?: true
  /** Fields in its value that can hold ids of records. */
  ids?: readonly string[]
  /** How it is read, in SQL; `x` is the row. */
  read?: string
  /** What an import stores, in SQL; `r` is the row of the file, `x` the record that a part belongs to. Null: the column's default. */
  stored?: string | null
  why?: Why
}

type Columns<Table extends keyof Tables> = { readonly [Name in keyof Tables[Table]]: Column }

/** Rows of another table that a record contains. */
export interface Part {
  table: keyof Tables
  /** The field of the record. */
  as: string
  /** The column that refers to the record. */
  parent: string
  order: string
  columns: Readonly<Record<string, Column>>
  /** The field holds just the values of this column. */
  only?: string
  /** The field holds one row (or value), or null. */
  one?: true
  /** Refers to other records, so it is stored after all of them. */
  later?: true
  /** Conditions on the row, `c`, when it is read and when it is stored as `r`. */
  read?: string
  there?: string
  /** The whole part isn't imported. */
  why?: Why
}

/** A kind of record: the table it is stored in, column by column, and the tables of its parts. */
export interface Synced {
  table: keyof Tables
  /** The column of who created it: an import connects only what its importer has stored. */
  author: string
  columns: Readonly<Record<string, Column>>
  parts: readonly Part[]
  /** Which rows are stored, in SQL. */
  there?: string
}

/** All columns of the table must be named: a new one doesn't compile until it is decided whether records have it. */
export const synced = <Table extends keyof Tables>(
  table: Table,
  author: keyof Tables[Table] & string,
  columns: Columns<Table>,
  { parts = [], there }: { parts?: readonly Part[]; there?: string } = {},
): Synced => ({ table, author, columns: columns as Synced['columns'], parts, ...(there && { there }) })

export const part = <Table extends keyof Tables>(
  table: Table,
  {
    columns,
    ...rest
  }: Omit<Part, 'table' | 'columns' | 'parent' | 'only'> & {
    parent: keyof Tables[Table] & string
    only?: keyof Tables[Table] & string
    columns: Omit<Columns<Table>, 'org_id'>
  },
): Part => ({ table, ...rest, columns: { org_id: left('organization'), ...columns } as Part['columns'] })

const multiline = /^[^\0-\x08\x0b\x0c\x0e-\x1f\x7f\p{Cs}]*$/u
const singleLine = /^[^\p{Cc}\p{Cs}]*$/u

/** What fields hold: as bounded as what could be typed, and as lenient as the tables, which have rows older than a rule. */
export const text = (max = 20_000) => z.string().max(max).regex(multiline)
export const line = (max: number) => z.string().min(1).max(max).regex(singleLine)
export const lines = (most: number, max = 50) => z.array(line(max)).max(most)
export const whole = z.int().min(0).max(2_147_483_647)
export const time = z.iso.datetime({ offset: true }).max(40)
export const commit = z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/)

/** In the record as it is. */
export const value = (schema: z.ZodType, more: Column = {}): Column => ({ schema, ...more })
/** Not in the record. */
export const left = (why: Why, stored: string | null = null): Column => ({ why, stored })
export const derived = (stored: string | null = null): Column => left('derived', stored)

export const refersTo = (of: string, more: Column = {}): Column => ({
  schema: more.many ? z.array(id).max(200).default([]) : more.must ? id : id.nullish(),
  of,
  ...more,
})
/** A person, whom an import replaces by the importer: where the file names nobody, by nobody. */
export const person = (as: string, stored = ':user', why: Why = 'author'): Column => ({
  as,
  schema: line(100).nullish(),
  who: 'person',
  stored,
  why,
})
export const agent = (as: string): Column => ({ as, schema: line(64).nullish(), who: 'agent', why: 'agent' })

export const author = { created_by: person('author'), created_by_agent_id: agent('author_agent') }
export const deletion = { deleted_at: left('deleted') }
/** What every record has beside its fields. */
export const stamps = {
  org_id: left('organization'),
  id: value(id),
  created_at: value(time),
  updated_at: value(time),
  version: value(z.int().min(1).max(2_147_483_647)),
}
const ends = ['task', 'note', 'spec', 'decision', 'feature'] as const
type LinkedKind = (typeof ends)[number]

/** The links that lead away from a record. */
export const linksFrom = (kind: LinkedKind): Part =>
  part('links', {
    as: 'links',
    parent: 'from_id',
    order: 'to_kind, to_id',
    later: true,
    read: `c.from_kind = '${kind}'`,
    columns: {
      from_kind: { within: 'links', stored: `'${kind}'` },
      from_id: { within: 'links' },
      to_kind: value(z.enum(ends), { as: 'kind' }),
      to_id: value(id, { as: 'id', mapped: true }),
      to_version: value(z.int().min(1).max(2_147_483_647).nullish(), { as: 'version' }),
      names: value(lines(200, 300).default([])),
      explicit: value(z.boolean().default(true)),
      created_at: value(time),
    },
  })
