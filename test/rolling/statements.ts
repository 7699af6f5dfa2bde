import { globSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import pg from 'pg'

/** What a release requires of its schema: its statements with the roles that may run them, and the columns its inserts know. */
export interface Release {
  statements: { text: string; roles: string[] }[]
  columns: Record<string, string[]>
}

export const serving = ['baton_app', 'baton_auth', 'baton_admin', 'baton_public']

const isStatement = (value: unknown): value is { name: string; text: string } =>
  typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string' && 'name' in value

/** The text of every statement that a module declares. */
export async function declaredStatements(): Promise<string[]> {
  const root = fileURLToPath(new URL('../../src/', import.meta.url))
  const files = ['capabilities/**/*.queries.ts', 'kernel/{audit,idempotency}.ts'].flatMap((pattern) => globSync(pattern, { cwd: root }))
  const texts = new Set<string>()
  for (const file of files.toSorted()) {
    const module = (await import(pathToFileURL(root + file).href)) as Record<string, unknown>
    for (const value of Object.values(module)) if (isStatement(value)) texts.add(value.text)
  }
  return [...texts]
}

/** Whether the role could run the statement: plans it and checks permissions without executing anything. */
export async function refusal(client: pg.Client, text: string): Promise<string | null> {
  return client.query(`explain (generic_plan) ${text}`).then(
    () => null,
    (error: Error) => error.message,
  )
}

export const columnsNow = `select format('%I.%I', n.nspname, c.relname) as name, a.attname::text as column,
    a.attnotnull and not a.atthasdef and a.attidentity = '' and a.attgenerated = '' as required
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'auth') and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
  order by 1, a.attnum`
