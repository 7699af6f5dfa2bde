import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { inTransaction, retryingLocks, type MigrationFile, type Run } from './migration-files.ts'

const folder = fileURLToPath(new URL('../../database/functions/', import.meta.url))

/** The files of SQL functions this build knows, in the order in which they are applied. */
export const functionFiles = (from: string = folder): MigrationFile[] =>
  readdirSync(from)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => {
      const text = readFileSync(from + name, 'utf8')
      return { name, text, digest: createHash('sha256').update(text).digest('hex') }
    })

/** Keeps every digest ever applied, so that nodes of two versions find theirs while one replaces the other; the latest one counts. */
export const prepareFunctions = (client: pg.Client, app: string) =>
  client.query(`create table if not exists function_files (
      name text, digest text, applied_at timestamptz not null default now(), primary key (name, digest));
    comment on table function_files is 'instance';
    grant select on function_files to ${app}`)

/** Applies new and changed files in one transaction: callers see the old functions or the new ones, never a mix. */
export async function applyFunctions(client: pg.Client, files: MigrationFile[], run: Run): Promise<string[]> {
  const { rows } = await client.query('select distinct on (name) name, digest from function_files order by name, applied_at desc')
  const applied = new Map(rows.map(({ name, digest }) => [name, digest]))
  const due = files.filter(({ name, digest }) => applied.get(name) !== digest)
  let current = ''
  const applyAll = async () => {
    for (const { name, text, digest } of due) {
      current = name
      await client.query(text)
      await client.query(
        'insert into function_files (name, digest) values ($1, $2) on conflict (name, digest) do update set applied_at = now()',
        [name, digest],
      )
    }
  }
  try {
    if (due.length > 0) await retryingLocks('the functions', run, () => inTransaction(client, applyAll))
  } catch (error) {
    throw new Error(`functions/${current} failed: ${(error as Error).message}`, { cause: error })
  }
  return due.map(({ name }) => `functions/${name}`)
}
