import type pg from 'pg'

export interface MigrationFile {
  name: string
  text: string
  digest: string
}

export interface Run {
  pause(milliseconds: number): Promise<unknown>
  report(line: string): void
}

const attempts = 15
const batch = 1_000
/**
 * Shorter than the second after which PostgreSQL looks whether somebody who waits for us is part of a deadlock, and would end that request: as we
 * give up first, it goes on.
 */
const lockTimeout = "set lock_timeout = '500ms'"
const retried = new Set(['55P03', '40P01'])

/**
 * Runs one file in the mode that its first line names: by default everything in one transaction; `-- no transaction`, statement by statement, for
 * indexes built concurrently with writes; `-- backfill`, one statement repeatedly, one batch per transaction.
 */
export async function applyFile(client: pg.Client, file: MigrationFile, run: Run): Promise<void> {
  const [first = ''] = file.text.split('\n', 1)
  const apply = first === '-- no transaction' ? applyStatements : first === '-- backfill' ? applyBatches : applyWhole
  try {
    await apply(client, file, run)
  } catch (error) {
    throw new Error(`${file.name} failed: ${(error as Error).message}`, { cause: error })
  }
}

/**
 * Where it may, this session looks for a deadlock when it has waited 50 ms, long before a request does; so it is the one that is ended, and comes
 * again. Only a superuser can allow it, see bootstrap.
 */
export async function loseDeadlocks(client: pg.Client): Promise<void> {
  const { rows } = await client.query("select has_parameter_privilege('deadlock_timeout', 'set') as may")
  if (rows[0].may) await client.query("set deadlock_timeout = '50ms'")
}

/** Waiting for a lock makes everybody queued behind it wait too: better to give up soon and retry. */
export async function retryingLocks<T>(what: string, run: Run, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === attempts || !retried.has((error as { code?: string }).code ?? '')) throw error
      const milliseconds = Math.min(1_000 * 2 ** (attempt - 1), 30_000)
      run.report(`${what}: others hold what it needs; again in ${milliseconds / 1000} s`)
      await run.pause(milliseconds)
    }
  }
}

const record = (client: pg.Client, { name, digest }: MigrationFile) =>
  client.query('insert into migrations (name, digest) values ($1, $2)', [name, digest])

export async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    await client.query(lockTimeout.replace('set', 'set local'))
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

const applyWhole = (client: pg.Client, file: MigrationFile, run: Run): Promise<void> =>
  retryingLocks(file.name, run, () =>
    inTransaction(client, async () => {
      await client.query(file.text)
      await record(client, file)
    }),
  )

/** Each statement ends with a semicolon at the end of a line and must be safe to run again: a file that failed halfway starts over. */
async function applyStatements(client: pg.Client, file: MigrationFile, run: Run): Promise<void> {
  if (file.text.includes('$$')) throw new Error('a file without a transaction holds plain statements only, no $$ bodies')
  const statements = file.text.split(/;[ \t]*(?:\n|$)/).filter((text) => text.replace(/^\s*--.*$/gm, '').trim())
  for (const statement of statements) {
    const concurrently = statement.match(/\bindex\s+concurrently\b/i)
    const index = statement.match(/\bcreate\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+([\w.]+)/i)?.[1]
    if (concurrently && !index && !/\bif\s+exists\b/i.test(statement))
      throw new Error(
        'an index is created `concurrently if not exists` or dropped `concurrently if exists`, so that the file can run again',
      )
    // A concurrent build waits for older transactions, but nobody waits behind it.
    await retryingLocks(file.name, run, async () => {
      await client.query(concurrently ? 'set lock_timeout = 0' : lockTimeout)
      if (index) await dropInvalid(client, index)
      await client.query(statement)
    })
  }
  await client.query('reset lock_timeout')
  await record(client, file)
}

/** An aborted build leaves an invalid index that is maintained but never read; `if not exists` would accept it as ours. */
async function dropInvalid(client: pg.Client, index: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_index where indexrelid = to_regclass($1) and not indisvalid', [index])
  if (rowCount) await client.query(`drop index concurrently ${index}`)
}

/**
 * The statement takes the cursor ($1, null at first) and the batch size ($2), and returns one row: the next `cursor` and how many `rows` it
 * looked at; zero ends the backfill. Each batch commits with its cursor, followed by a pause as long as the batch took.
 */
async function applyBatches(client: pg.Client, file: MigrationFile, run: Run): Promise<void> {
  const { rows } = await client.query('select cursor from backfills where name = $1', [file.name])
  let cursor: string | null = rows[0]?.cursor ?? null
  let seen = 0
  for (;;) {
    const began = performance.now()
    const page = await retryingLocks(file.name, run, () =>
      inTransaction(client, async () => {
        const result = await client.query(file.text, [cursor, batch])
        const { cursor: next, rows: looked } = result.rows[0] as { cursor: string | null; rows: number }
        if (looked > 0)
          await client.query(
            `insert into backfills (name, cursor, rows) values ($1, $2, $3)
              on conflict (name) do update set cursor = $2, rows = backfills.rows + $3, updated_at = now()`,
            [file.name, next, looked],
          )
        return { next, looked }
      }),
    )
    if (page.looked === 0) break
    if (page.next === null || page.next === cursor) throw new Error('its cursor does not move')
    cursor = page.next
    seen += page.looked
    await run.pause(performance.now() - began)
  }
  await record(client, file)
  if (seen > 0) run.report(`${file.name}: ${seen} rows`)
}
