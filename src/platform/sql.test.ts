import { expect, expectTypeOf, test } from 'vitest'
import { inOrder, insert, list, plannedEachTime, sql, update, type Statement } from './sql.ts'

test('names become numbers in the order they first appear', () => {
  const { text, parameters } = sql('select id from tasks where org_id = :org and (id = :id or parent_id = :id) limit :limit')
  expect(text).toBe('select id from tasks where org_id = $1 and (id = $2 or parent_id = $2) limit $3')
  expect(parameters).toEqual(['org', 'id', 'limit'])
})

test('a cast is not a parameter, nor is a slice', () => {
  const { text, parameters } = sql("select :at::timestamptz, tags[1:2], '{}'::jsonb, lower(:q::text)::citext, array[:firstOne,:b2]::text[]")
  expect(text).toBe("select $1::timestamptz, tags[1:2], '{}'::jsonb, lower($2::text)::citext, array[$3,$4]::text[]")
  expect(parameters).toEqual(['at', 'q', 'firstOne', 'b2'])
})

test('the same text has the same name, and one that is planned each time has none', () => {
  expect(sql('select :a').name).toBe(sql('select :b').name)
  expect(sql('select :a').name).not.toBe(sql('select :a, :b').name)
  expect(plannedEachTime('select :a')).toMatchObject({ name: '', text: 'select $1' })
})

test('values go in the order of the numbers, whatever else the object holds', () => {
  const statement = sql('select :b, :a, :b')
  expect(inOrder(statement, { a: 1, b: 2 })).toEqual([2, 1])
  const row = { a: 1, b: undefined, more: 3 }
  expect(inOrder(statement, row)).toEqual([undefined, 1])
})

test('a value that is not named is an error, at compile time and at run time', () => {
  const statement = sql('select :org, :id')
  // @ts-expect-error -- `id` is missing
  expect(() => inOrder(statement, { org: 1 })).toThrow('no value is named :id for: select $1, $2')
  // @ts-expect-error -- nothing is called `idd`
  inOrder(statement, { org: 1, id: 2, idd: 3 })
})

test('types know the names in a text of literals; the names of others are checked at run time', () => {
  const columns = 'id, title::text'
  const found = sql(`select ${columns} from tasks where org_id = :org and id = any(:ids::uuid[])`).as<{ id: string }>()
  expectTypeOf(found).toEqualTypeOf<Statement<{ id: string }, 'org' | 'ids'>>()
  const find = <const Where extends string>(where: Where) => sql(`select 1 from tasks where org_id = :org and ${where}`)
  expectTypeOf(find('id = :id').parameters).toEqualTypeOf<readonly ('org' | 'id')[]>()
  const where = ['id = :id', 'a = 1'].join(' and ')
  expectTypeOf(sql(`select 1 where ${where} and b = :b`).parameters).toEqualTypeOf<readonly string[]>()
})

test('insert and update name each column once, and the organization as everywhere', () => {
  const columns = ['org_id', 'id', 'title'] as const
  const insertTask = sql(`${insert('tasks', columns)} returning id`)
  expect(insertTask.text).toBe('insert into tasks (org_id, id, title) values ($1, $2, $3) returning id')
  expectTypeOf(insertTask.parameters).toEqualTypeOf<readonly ('org' | 'id' | 'title')[]>()
  const updateTask = sql(`${update('tasks', ['title', 'status'])} where id = :id`)
  expect(updateTask.text).toBe('update tasks set title = $1, status = $2 where id = $3')
  expectTypeOf(updateTask.parameters).toEqualTypeOf<readonly ('title' | 'status' | 'id')[]>()
  expect(list(columns, 't.')).toBe('t.org_id, t.id, t.title')
})
