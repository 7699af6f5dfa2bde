import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { syncedColumns, withRecordDocs } from '../../scripts/generate/record-docs.ts'
import type { Column, Part } from '../../src/capabilities/record.ts'
import { kinds, type Kind } from '../../src/capabilities/sync/records/records.contract.ts'
import { fieldsOf, syncedKinds } from '../../src/capabilities/sync/records/synced-kinds.ts'
import { tablesLeftOut } from '../../src/capabilities/sync/records/tables-left-out.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { fillEveryColumn } from './record-scene.ts'

type Line = Record<string, any> & { kind: Kind; id: string }

let baton: Baton
let home: Person
let copy: Person
let first: Line[]
let second: Line[]
beforeAll(async () => {
  baton = await startBaton({ EXPORTS_PER_HOUR: '9' })
  const [ann, bob] = [await baton.person('ann'), await baton.person('bob')]
  home = await ann.createOrganization('acme')
  copy = await ann.createOrganization('acme-two')
  for (const { organization } of [home, copy]) {
    await baton.look("insert into memberships (org_id, user_id, role) values ($1, $2, 'member')", [organization, bob.user.id])
  }
  await fillEveryColumn(baton, home, bob)
  first = await exported(home)
  await imported(copy, first)
  second = await exported(copy)
})
afterAll(() => baton.close())

const headers = ({ token, organization = '' }: Person) => ({ authorization: `Bearer ${token}`, 'baton-organization': organization })

async function exported(person: Person): Promise<Line[]> {
  const response = await fetch(`${baton.url}/api/sync/export`, { headers: headers(person) })
  const text = await response.text()
  expect(response.status, text).toBe(200)
  const lines = text.trimEnd().split('\n')
  return lines.slice(1, -1).map((line) => JSON.parse(line))
}

async function send(person: Person, records: readonly object[]): Promise<{ status: number; text: string }> {
  const lines = [{ format: 'baton-export', version: 1 }, ...records, { end: true }]
  const body = lines.map((line) => JSON.stringify(line)).join('\n')
  const answer = await fetch(`${baton.url}/api/sync/import`, {
    method: 'POST',
    body,
    headers: { ...headers(person), 'content-type': 'application/jsonl' },
  })
  return { status: answer.status, text: await answer.text() }
}

async function imported(person: Person, records: readonly object[]): Promise<void> {
  const { status, text } = await send(person, records)
  expect(status, text).toBe(200)
}

interface Stored {
  table: string
  name: string
  otherwise: string | null
}

const stored = () =>
  baton.look<Stored>(`select c.table_name as table, c.column_name as name, c.column_default as otherwise
    from information_schema.columns c join pg_class t on t.relname = c.table_name and t.relnamespace = 'public'::regnamespace
    where c.table_schema = 'public' and not t.relispartition and t.relkind in ('r', 'p')
      and exists (select from information_schema.columns o where o.table_schema = 'public' and o.table_name = c.table_name and o.column_name = 'org_id')
    order by 1, 2`)

test('every column of every table of an organization is in a record, or is left out for a reason', async () => {
  const known = new Set([...syncedColumns()].map(({ table, name }) => `${table}.${name}`))
  const synced = new Set([...syncedColumns()].map(({ table }) => table))
  const leftOut = new Set<string>(tablesLeftOut.flatMap(({ tables }) => tables))
  const columns = await stored()
  const faults = columns.flatMap(({ table, name }) => {
    if (leftOut.has(table)) return []
    if (synced.has(table)) {
      return known.has(`${table}.${name}`)
        ? []
        : [`${table}.${name}: name it in the .record.ts file of ${table}: value(schema), refersTo(kind) or person(field), or left(reason)`]
    }
    return [
      `${table}: does an export have it? Then declare it as part(…) of the record it belongs to, in the .record.ts file beside that record's
        queries, or as a new kind in sync/records. Otherwise name it with its reason in sync/records/tables-left-out.ts`,
    ]
  })
  expect([...new Set(faults)]).toEqual([])
  const real = new Set(columns.map(({ table }) => table))
  expect([...leftOut].filter((table) => !real.has(table) || synced.has(table))).toEqual([])
})

test('docs/sync.md lists what is left out, column by column', () => {
  const page = readFileSync(new URL('../../docs/sync.md', import.meta.url), 'utf8')
  expect(withRecordDocs(page), 'run npm run generate').toBe(page)
})

test('in the scene, every column of every record is filled', async () => {
  const defaults = new Map((await stored()).map(({ table, name, otherwise }) => [`${table}.${name}`, otherwise]))
  const wanted = Map.groupBy(
    [...syncedColumns()].filter(({ column }) => column.schema),
    ({ table }) => table,
  )
  const empty: string[] = []
  for (const [table, columns] of wanted) {
    const names = [...new Set(columns.map(({ name }) => name))]
    const filled = names.map((name) => {
      const otherwise = defaults.get(`${table}.${name}`)
      return `bool_or(${name} is not null${otherwise ? ` and ${name} is distinct from (${otherwise})` : ''}) as "${name}"`
    })
    const [row] = await baton.look(`select ${filled.join(', ')} from ${table} where org_id = $1`, [home.organization])
    empty.push(...names.filter((name) => row?.[name] !== true).map((name) => `${table}.${name}: fill it in test/sync/record-scene.ts`))
  }
  expect(empty).toEqual([])
  expect([...new Set(first.map(({ kind }) => kind))].toSorted()).toEqual([...kinds].toSorted())
})

test('an export has every field of every record', () => {
  const isFilled = (value: unknown): boolean =>
    !(value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0))
  const lacking = (what: string, columns: Part['columns'], records: readonly any[]): string[] =>
    fieldsOf(columns).flatMap(([, field]) => (records.some((record) => isFilled(record[field])) ? [] : [`${what}.${field}`]))
  const missing = kinds.flatMap((kind) => {
    const lines = first.filter((line) => line.kind === kind)
    const { columns, parts } = syncedKinds[kind]
    const ofParts = parts.flatMap((part) => {
      const rows = lines.flatMap((line) => line[part.as] ?? [])
      return part.only ? (rows.length > 0 ? [] : [`${kind}.${part.as}`]) : lacking(`${kind}.${part.as}`, part.columns, rows)
    })
    return [...lacking(kind, columns, lines), ...ofParts]
  })
  expect(missing).toEqual([])
})

/** The name of a record that is the same in each organization. */
const nameOf = (line: Line): string =>
  JSON.stringify([
    line.kind,
    // Memories had no refs in earlier versions.
    (line.kind === 'memory' ? line['content'] : undefined) ??
      line['key'] ??
      line['slug'] ??
      line['ref'] ??
      line['title'] ??
      line['name'] ??
      line['body'] ??
      line['content'],
  ])

const isChanged = ({ why, stored: instead }: Column): boolean => why !== undefined && instead !== undefined

/** The records without their ids and without what docs/sync.md says that an import changes. */
function comparable(lines: readonly Line[]): Record<string, unknown> {
  const names = new Map(lines.map((line) => [line.id, nameOf(line)]))
  const walk = (value: any): any => {
    if (typeof value === 'string') return names.get(value) ?? value
    if (Array.isArray(value)) return value.map(walk).toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
    return value === null || typeof value !== 'object'
      ? value
      : Object.fromEntries(Object.entries(value).map(([key, one]) => [key, walk(one)]))
  }
  const without = (columns: Part['columns'], record: any): any => {
    if (record === null || typeof record !== 'object') return record
    const changed = fieldsOf(columns).flatMap(([name, field, column]) => (isChanged(column) || name === 'id' ? [field] : []))
    return Object.fromEntries(Object.entries(record).filter(([field]) => !changed.includes(field)))
  }
  return Object.fromEntries(
    lines.map((line) => {
      const { columns, parts } = syncedKinds[line.kind]
      const record = without(columns, line)
      for (const part of parts) {
        const field = record[part.as]
        if (part.why) delete record[part.as]
        else record[part.as] = Array.isArray(field) ? field.map((one) => without(part.columns, one)) : without(part.columns, field)
      }
      return [nameOf(line), walk(record)]
    }),
  )
}

test('exported, imported and exported again, every record is the same', () => {
  const [before, after] = [comparable(first), comparable(second)]
  expect(Object.keys(before)).toHaveLength(first.length)
  expect(after).toEqual(before)
})

test('whoever did something in the file is the importer here, and nothing is proven', async () => {
  const ann = home.user.id
  const [task] = await baton.look<any>("select * from work_items where org_id = $1 and title = 'First'", [copy.organization])
  expect(task).toMatchObject({ completed_by: ann, created_by: ann, proof: 'none', proof_covers: [], lease_holder: null })
  const [comment] = await baton.look<any>('select * from comments where org_id = $1 and choices is not null', [copy.organization])
  expect(comment).toMatchObject({ author_id: ann, source_author: 'bob', answered_by: ann, resolved_by: ann })
  const [agent] = await baton.look<any>('select * from agents where org_id = $1', [copy.organization])
  expect(agent).toMatchObject({ owner_id: ann, stopped_by: ann, status: 'stopped', token_id: null, settings: { style: 'short' } })
  const features = await baton.look<any>('select * from features where org_id = $1 order by title', [copy.organization])
  expect(features.map(({ status, position, commit }) => [status, position, commit])).toEqual([
    ['cancelled', 0, null],
    ['active', 0, null],
    ['active', 0, null],
  ])
  expect(await baton.look('select from feature_verdicts where org_id = $1', [copy.organization])).toEqual([])
  expect(
    await baton.look("select from feature_evidence where org_id = $1 and (rank <> 'claimed' or voided_at is null)", [copy.organization]),
  ).toEqual([])
  expect(await baton.look("select from memories where org_id = $1 and trust <> 'external'", [copy.organization])).toEqual([])
})

test('texts are searched for what they refer to', async () => {
  const { backlinks } = await (copy.api as any).getTask({ task: 'WEB-3' })
  const { backlinks: original } = await (home.api as any).getTask({ task: 'WEB-3' })
  expect(backlinks.map(({ kind, title }: any) => [kind, title])).toEqual(original.map(({ kind, title }: any) => [kind, title]))
})

test('a file sent again changes nothing, not even what was changed since or what it adds to existing records', async () => {
  await baton.look("update work_items set title = 'Renamed', parent_id = null where org_id = $1 and title = 'Second'", [copy.organization])
  const count = () => baton.look('select count(*)::integer as n from spec_versions where org_id = $1', [copy.organization])
  const before = await count()
  const edited = first.map((line) =>
    line.kind === 'spec' ? { ...line, versions: [...line['versions'], { ...line['versions'][0], number: 9, body: 'Forged' }] } : line,
  )
  await imported(copy, edited)
  expect(await count()).toEqual(before)
  const [task] = await baton.look<any>("select title from work_items where org_id = $1 and key = 'WEB-4'", [copy.organization])
  expect(task).toEqual({ title: 'Renamed' })
})

const at = { created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' }
const idOf = (number: number) => `01980000-0000-7000-8000-${String(number).padStart(12, '0')}`
const shop = {
  ...{ kind: 'project', id: idOf(1), slug: 'shop', key: 'SHP', name: 'Shop', description: '', visibility: 'organization', ...at },
  last_number: 1,
}
const task = {
  ...{ kind: 'item', id: idOf(2), project: idOf(1), type: 'task', number: 1, key: 'SHP-1', title: 'Sell', description: '', ...at },
  ...{ status: 'complete', priority: 'none', labels: [], rank: '0000000001', completed_at: '2026-01-02T00:00:00Z' },
}

test('a file cannot forge: keys of other projects, agents of others, proof, completion by others', async () => {
  const target = await (await baton.person('cid')).createOrganization('acme-three')
  const bob = await baton.person('bobby')
  await baton.look("insert into memberships (org_id, user_id, role) values ($1, $2, 'member')", [target.organization, bob.user.id])
  await (bob.in(target.organization ?? '').api as any).createAgent({ name: 'Theirs', slug: 'theirs' })
  const forged = {
    ...task,
    ...{ key: 'ABC-1', proof: 'ci', proof_covers: ['unit'], completed_by: 'bobby', completed_by_agent: 'theirs', author: 'bobby' },
    ...{ author_agent: 'theirs', lease_holder: 'bobby', version: 1, org_id: home.organization, parent: home.user.id },
  }
  await imported(target, [shop, forged])
  const [row] = await baton.look<any>('select * from work_items where org_id = $1', [target.organization])
  expect(row).toMatchObject({ key: 'SHP-1', proof: 'none', proof_covers: [], completed_by_agent_id: null, created_by_agent_id: null })
  expect(row).toMatchObject({ completed_by: target.user.id, created_by: target.user.id, lease_holder: null, parent_id: null })
})

test.each([
  ['a text that is too long', { title: 'x'.repeat(301) }, 'title'],
  ['a value of another type', { labels: { a: 1 } }, 'labels'],
  ['a number out of bounds', { estimate: 1e9 }, 'estimate'],
  ['what is no time', { completed_at: 'yesterday' }, 'completed_at'],
  ['what is no id', { project: 'web' }, 'project'],
  ['too many', { labels: Array.from({ length: 21 }, (_, at) => `label ${at}`) }, 'labels'],
])('refuses %s, and says in which field', async (_, fields, field) => {
  const { status, text } = await send(copy, [
    { ...shop, id: idOf(11), slug: 'shop-2', key: 'SHQ' },
    { ...task, ...fields },
  ])
  expect(status).toBe(400)
  expect(JSON.parse(text)).toMatchObject({ code: 'invalid', kind: 'item', field })
})

test('what refers to a project that is not in the file or was never imported is not stored', async () => {
  await imported(copy, [{ ...task, id: idOf(21), project: idOf(20) }])
  expect(await baton.look("select from work_items where org_id = $1 and title = 'Sell'", [copy.organization])).toEqual([])
})

test('an export of an earlier version can be imported, without the fields that it lacks', async () => {
  const lines = readFileSync(new URL('export-0.6.0.jsonl', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1, -1)
    .map((line) => JSON.parse(line))
  const target = await (await baton.person('dan')).createOrganization('acme-four')
  await imported(target, lines)
  const back = await exported(target)
  expect(back.map(nameOf).toSorted()).toEqual(lines.map(nameOf).toSorted())
  expect(back.find(({ kind }) => kind === 'comment')).toMatchObject({
    body: 'Which?',
    choices: ['a', 'b'],
    answer: 'a',
    author: 'ann',
    resolved_at: null,
  })
  expect(back.find(({ kind }) => kind === 'agent')).toMatchObject({ slug: 'helper', role: 'writer', status: 'active', settings: {} })
})
