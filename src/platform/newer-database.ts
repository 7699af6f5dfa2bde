import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { MigrationFile } from './migration-files.ts'

/** Among the files of functions, the name under which whole builds are recorded. No file has it. */
const build = 'build'

const digestOf = (migrations: readonly string[], functions: readonly MigrationFile[]): string => {
  const parts = [...migrations, ...functions.map(({ name, digest }) => `${name} ${digest}`)]
  return createHash('sha256').update(parts.join('\n')).digest('hex')
}

/**
 * Whether a newer build has migrated this database: it has a later migration than any of ours, or this very build has been there before and another
 * one came after it. A function that goes back to an earlier text comes with a build that is new.
 */
export async function isNewer(client: pg.Client, migrations: readonly string[], functions: readonly MigrationFile[]): Promise<boolean> {
  const [row] = (await client.query("select to_regclass('migrations') is not null and to_regclass('function_files') is not null as are"))
    .rows
  if (!row.are) return false
  const { rows: last } = await client.query('select max(name collate "C") as name from migrations')
  if (last[0].name > (migrations.at(-1) ?? '')) return true
  const { rows: builds } = await client.query('select digest from function_files where name = $1 order by applied_at desc', [build])
  const place = builds.findIndex(({ digest }) => digest === digestOf(migrations, functions))
  return place > 0
}

/** `again`: this build was taken though it is older; those that came after it are as good as never seen, and may come again. */
export async function recordBuild(
  client: pg.Client,
  migrations: readonly string[],
  functions: readonly MigrationFile[],
  again: boolean,
): Promise<void> {
  if (again) await client.query('delete from function_files where name = $1', [build])
  await client.query(
    `insert into function_files (name, digest, applied_at) values ($1, $2, clock_timestamp())
     on conflict (name, digest) do update set applied_at = clock_timestamp()`,
    [build, digestOf(migrations, functions)],
  )
}
