import pg from 'pg'
import { findMemories } from '../../src/capabilities/memory/search/find-memories.ts'
import { memoriesInOrder } from '../../src/capabilities/memory/entries/require-memory.ts'
import type { Context } from '../../src/kernel/context.ts'
import { roleUrl } from '../../src/platform/database-login.ts'
import { inOrder } from '../../src/platform/sql.ts'
import type { Baton } from '../../test/harness/baton.ts'
import type { Person } from '../../test/harness/person.ts'
import type { Tenant } from './fill.ts'

interface Question {
  text: string
  vector: Float32Array
}

interface Sent {
  name: string
  text: string
  values: unknown[]
}

/** The statements that a search sends, per question. */
export async function bareStatements(baton: Baton, { org, user }: Tenant, asked: readonly Question[]): Promise<Sent[][]> {
  const { database, clock, services } = baton.node.assembly.kernel
  const all: Sent[][] = []
  for (const { text } of asked) {
    const sent: Sent[] = []
    await database.withRealm('organization', { org, user }, 'read', async (tx) => {
      const rows: typeof tx.rows = (statement, values) => {
        sent.push({ name: statement.name, text: statement.text, values: inOrder(statement, values) })
        return tx.rows(statement, values)
      }
      const row: typeof tx.row = async (statement, values) => (await rows(statement, values))[0]
      const one: typeof tx.one = async (statement, values) => (await rows(statement, values))[0]!
      const recording = { ...tx, rows, row, one }
      const ctx = { tx: recording, clock, services, org } as unknown as Context
      const { ranked } = await findMemories(ctx, { text, scopes: null })
      await memoriesInOrder(
        ctx,
        ranked.slice(0, 10).map(({ id }) => id),
      )
    })
    all.push(sent)
  }
  return all
}

/** Sends each question to us and then as bare statements, so that other load on the machine slows both. */
export async function timePairs(baton: Baton, person: Person, { org, user }: Tenant, asked: readonly Question[], bare: readonly Sent[][]) {
  const client = new pg.Client({ connectionString: roleUrl(baton.config, 'baton_app') })
  await client.connect()
  const times: { ours: number[]; bare: number[] } = { ours: [], bare: [] }
  for (const [at, { text }] of asked.entries()) {
    let started = performance.now()
    await person.do('GET', `/api/memories/search?limit=10&query=${encodeURIComponent(text)}`)
    times.ours.push(performance.now() - started)
    started = performance.now()
    await client.query(`BEGIN READ ONLY; SET LOCAL app.org_id = '${org}'; SET LOCAL app.user_id = '${user}'`)
    for (const sent of bare[at] ?? []) await client.query(sent)
    await client.query('COMMIT')
    times.bare.push(performance.now() - started)
  }
  await client.end()
  return times
}

/** The share of the ten nearest that is among the candidates a search takes from the index, and how many questions miss more than half of them. */
export async function recallOfIndex(
  baton: Baton,
  { org, user }: Tenant,
  model: { id: string; dimensions: number },
  asked: readonly Question[],
): Promise<{ recall: number; poor: number }> {
  const client = new pg.Client({ connectionString: roleUrl(baton.config, 'baton_app') })
  await client.connect()
  await client.query(`set statement_timeout = 0; BEGIN READ ONLY; SET LOCAL app.org_id = '${org}'; SET LOCAL app.user_id = '${user}'`)
  const near = async (vector: Float32Array, exact: boolean) => {
    const values = [model.id, model.dimensions, `[${vector.join(',')}]`, exact]
    const { rows } = await client.query('select id from app.nearest_memories($1, $2, $3, null, $4, 100)', values)
    return rows.map(({ id }) => id as string)
  }
  let [sum, poor] = [0, 0]
  for (const { vector } of asked) {
    const exact = (await near(vector, true)).slice(0, 10)
    const index = new Set(await near(vector, false))
    const found = exact.filter((id) => index.has(id)).length / exact.length
    sum += found
    if (found < 0.5) poor++
  }
  await client.end()
  return { recall: sum / asked.length, poor }
}
