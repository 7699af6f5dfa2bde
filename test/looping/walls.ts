import pg from 'pg'
import { roleUrl } from '../../src/platform/database-login.ts'
import { newId } from '../../src/platform/ids.ts'
import { ownedTables, type OwnedTable } from './organization-state.ts'
import type { World } from './world.ts'

/** An organization and a user in it. */
export interface Side {
  org: string
  user: string
}

type Role = 'baton_app' | 'baton_auth'

/** Exceptions to the rule "own rows only": queries for the other owners whose rows may be read. */
const readable: Record<string, string> = {
  'public.users': 'select user_id from memberships where org_id = $1 union select $2::uuid',
  'public.organizations': 'select org_id from memberships where user_id = $2 union select $1::uuid',
  'public.invites':
    'select i.org_id from invites i join auth.accounts a on a.email = i.email or a.user_id = i.held_by where a.user_id = $2 union select $1::uuid',
  'public.memberships': 'select org_id from memberships where user_id = $2 union select $1::uuid',
}

const denied = '42501'

/** With A's settings, every statement of a serving role must touch only A's rows. Returns failures and the number of tries. */
export async function checkWalls(world: World, a: Side, b: Side): Promise<{ failures: string[]; tries: number }> {
  const failures: string[] = []
  let tries = 0
  const tables = await ownedTables(world.look)
  for (const role of ['baton_app', 'baton_auth'] as const) {
    const client = new pg.Client({ connectionString: roleUrl(world.baton.config, role) })
    await client.connect()
    for (const table of tables) {
      const wall = new Wall(world, client, role, table, a, b)
      for (const check of [wall.select, wall.update, wall.delete, wall.insert, wall.nothingSet]) {
        tries++
        const problem = await check.call(wall)
        if (problem) failures.push(`${role} | ${table.name} | ${check.name}: ${problem}`)
      }
    }
    await client.end()
  }
  return { failures, tries }
}

class Wall {
  readonly #world: World
  readonly #client: pg.Client
  readonly #role: Role
  readonly #table: OwnedTable
  readonly #a: Side
  readonly #b: Side

  constructor(world: World, client: pg.Client, role: Role, table: OwnedTable, a: Side, b: Side) {
    this.#world = world
    this.#client = client
    this.#role = role
    this.#table = table
    this.#a = a
    this.#b = b
  }

  async select(): Promise<string | null> {
    const { name, column } = this.#table
    const seen = await this.#as(this.#a, `select distinct ${column}::text as owner from ${name}`)
    if (seen instanceof Error) return onlyDenied(seen)
    const allowed = await this.#allowed()
    const foreign = seen.rows.filter(({ owner }) => !allowed.has(owner))
    return foreign.length > 0 ? `shows rows of ${foreign.length} others` : null
  }

  async update(): Promise<string | null> {
    const column = await this.#columnFor('update')
    if (!column) return null
    const mine = this.#mine(this.#a)
    const all = await this.#as(this.#a, `update ${this.#table.name} set ${column} = ${column}`)
    const [own] = await this.#world.look<{ count: number }>(
      `select count(*)::integer as count from ${this.#table.name} where ${this.#table.column} = $1`,
      [mine],
    )
    if (!(all instanceof Error) && (all.rowCount ?? 0) > (own?.count ?? 0)) return `changes ${all.rowCount} rows where A has ${own?.count}`
    const theirs = await this.#as(this.#a, `update ${this.#table.name} set ${column} = ${column} where ${this.#table.column} = $1`, [
      this.#mine(this.#b),
    ])
    return touched(theirs)
  }

  async delete(): Promise<string | null> {
    const all = await this.#as(this.#a, `delete from ${this.#table.name}`)
    const [own] = await this.#world.look<{ count: number }>(
      `select count(*)::integer as count from ${this.#table.name} where ${this.#table.column} = $1`,
      [this.#mine(this.#a)],
    )
    if (!(all instanceof Error) && (all.rowCount ?? 0) > (own?.count ?? 0)) return `deletes ${all.rowCount} rows where A has ${own?.count}`
    return touched(await this.#as(this.#a, `delete from ${this.#table.name} where ${this.#table.column} = $1`, [this.#mine(this.#b)]))
  }

  /** Inserts a copy of a row of B, under a new id so that no unique index rejects it before the wall does. */
  async insert(): Promise<string | null> {
    const { name, column } = this.#table
    const columns = await this.#insertable()
    if (!columns.includes(column)) return null
    const [row] = await this.#world.look<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from ${name} t where t.${column} = $1 limit 1`,
      [this.#mine(this.#b)],
    )
    if (!row) return 'B has no row here, so this shows nothing: fill the table'
    const copy = column === 'id' || !('id' in row.row) ? row.row : { ...row.row, id: newId() }
    const list = columns.map((one) => `"${one}"`).join(', ')
    const done = await this.#as(this.#a, `insert into ${name} (${list}) select ${list} from jsonb_populate_record(null::${name}, $1)`, [
      JSON.stringify(copy),
    ])
    if (!(done instanceof Error)) return 'takes a row of B'
    // A new account's log is created before any user is known, so only the existing head prevents a second one.
    return this.#role === 'baton_auth' && name === 'public.log_heads' && codeOf(done) === '23505' ? null : onlyDenied(done)
  }

  async nothingSet(): Promise<string | null> {
    if (this.#role === 'baton_auth') return null
    const seen = await this.#as({ org: '', user: '' }, `select ${this.#table.column} from ${this.#table.name} limit 1`)
    if (seen instanceof Error) return onlyDenied(seen)
    return seen.rows.length > 0 ? 'shows rows although no organization and no user is set' : null
  }

  #mine(side: Side): string {
    return this.#table.class === 'tenant' ? side.org : side.user
  }

  async #allowed(): Promise<Set<string>> {
    const text = readable[this.#table.name]
    if (!text) return new Set([this.#mine(this.#a)])
    const rows = await this.#world.look<Record<string, string>>(text, [this.#a.org, this.#a.user])
    return new Set(rows.flatMap((row) => Object.values(row)))
  }

  async #columnFor(privilege: 'update'): Promise<string | undefined> {
    const rows = await this.#world.look<{ column: string }>(
      `select attname as column from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
        and has_column_privilege($2, attrelid, attnum, $3) order by attnum limit 1`,
      [this.#table.name, this.#role, privilege],
    )
    return rows[0]?.column
  }

  async #insertable(): Promise<string[]> {
    const rows = await this.#world.look<{ column: string }>(
      `select attname as column from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
        and has_column_privilege($2, attrelid, attnum, 'insert') order by attnum`,
      [this.#table.name, this.#role],
    )
    return rows.map(({ column }) => column)
  }

  /** Runs one statement with these settings, and always rolls it back. */
  async #as(side: Side, text: string, values: unknown[] = []): Promise<pg.QueryResult | Error> {
    await this.#client.query(`begin; set local app.org_id = '${side.org}'; set local app.user_id = '${side.user}'`)
    try {
      return await this.#client.query(text, values)
    } catch (error) {
      return error as Error
    } finally {
      await this.#client.query('rollback')
    }
  }
}

const codeOf = (error: Error): string => (error as { code?: string }).code ?? ''
const onlyDenied = (error: Error): string | null =>
  codeOf(error) === denied ? null : `fails for another reason than the wall: ${error.message}`
const touched = (done: pg.QueryResult | Error): string | null =>
  done instanceof Error ? onlyDenied(done) : (done.rowCount ?? 0) > 0 ? `touches ${done.rowCount} rows of B` : null
