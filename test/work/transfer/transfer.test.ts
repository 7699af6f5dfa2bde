import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import type { Person } from '../../harness/person.ts'

let baton: Baton
let ann: Person

beforeAll(async () => {
  baton = await startBaton()
  ann = await baton.person('ann')
  for (const slug of ['from', 'into', 'rules', 'again']) await ann.do('POST', '/api/projects', { name: slug, slug })
})
afterAll(() => baton.close())

const exported = async (project: string, format: string) => {
  const path = `${baton.url}/api/projects/${project}/export?format=${format}`
  return (await fetch(path, { headers: { authorization: `Bearer ${ann.token}` } })).text()
}
const load = (project: string, format: string, content: string, more: object = {}) =>
  ann.call('POST', `/api/projects/${project}/import`, { format, content, ...more })
const lines = (...rows: object[]) => rows.map((row) => JSON.stringify(row)).join('\n')

test.each(['csv', 'json'])('what is exported as %s and imported elsewhere is exported there the same', async (format) => {
  const from = format === 'csv' ? 'from' : 'into'
  const to = format === 'csv' ? 'into' : 'again'
  if (format === 'csv') {
    const epic = await ann.do('POST', '/api/projects/from/epics', { title: '=HYPERLINK("x")', labels: ['a', 'b c'] })
    const story = await ann.do('POST', `/api/projects/from/epics/${epic.key}/stories`, { title: "'@quoted" })
    const first = await ann.do('POST', '/api/tasks', {
      project: 'from',
      title: '-1, "two"',
      description: 'A\nB\r\nC',
      assignee: 'ann',
      estimate: 1.5,
    })
    await ann.do('POST', '/api/tasks', {
      project: 'from',
      story: story.key,
      title: 'Second',
      blocked_by: [first.key],
      due_on: '2026-05-01',
      priority: 'high',
    })
    const third = await ann.do('POST', '/api/tasks', { project: 'from', epic: epic.key, title: 'Third' })
    await ann.do('POST', `/api/tasks/${third.key}/complete`, { notes: '+ done' })
    await ann.do('DELETE', `/api/tasks/${(await ann.do('POST', '/api/tasks', { project: 'from', title: 'Gone' })).key}`)
  }
  const before = await exported(from, format)
  expect(before).toContain('Second')
  expect(before).not.toContain('Gone')
  const answer = await load(to, format, before)
  expect(answer.body).toMatchObject({ created: 5, updated: 0, unchanged: 0, errors: [] })
  expect(await exported(to, format)).toBe(before)
  expect((await load(to, format, before)).body).toMatchObject({ created: 0, updated: 0, unchanged: 5 })
  expect((await load(from, format, before)).body).toMatchObject({ created: 0, updated: 0, unchanged: 5 })
})

test('a file opened in a spreadsheet runs nothing', async () => {
  const cells = (await exported('from', 'csv')).split(/\r\n|,/).map((cell) => cell.replace(/^"/, ''))
  expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
})

test('a second import under the same external_id changes the item, with its event, and makes none', async () => {
  await load('rules', 'json', lines({ external_id: 'x-1', title: 'One' }, { external_id: 'x-2', title: 'Two', blocked_by: ['x-1'] }))
  const changed = await load('rules', 'csv', 'external_id,title,status\r\nx-1,Renamed,todo\r\nx-2,Two,\r\n')
  expect(changed.body).toMatchObject({ created: 0, updated: 1, unchanged: 1 })
  const { items } = await ann.do('GET', '/api/tasks?project=rules')
  expect(items.map((task: { title: string }) => task.title).toSorted()).toEqual(['Renamed', 'Two'])
  const events = await baton.look<{ type: string }>('select type from events where subject_id = $1 order by seq', [
    changed.body.items[0].id,
  ])
  expect(events.map(({ type }) => type)).toEqual(['task.created', 'task.updated'])
})

test('a dry run says what would happen and does nothing', async () => {
  const before = await exported('rules', 'json')
  const run = await load(
    'rules',
    'json',
    lines({ external_id: 'x-1', title: 'Other' }, { external_id: 'x-9', title: 'New' }, { title: '' }),
    { dry_run: true },
  )
  expect(run.body).toMatchObject({ dry_run: true, rows: 3, created: 1, updated: 1, errors: [{ line: 3, field: 'title' }] })
  expect(await exported('rules', 'json')).toBe(before)
})

test('one wrong row and nothing is imported; every problem has its line', async () => {
  const before = await exported('rules', 'json')
  const answer = await load(
    'rules',
    'json',
    lines(
      { external_id: 'a', title: 'Good' },
      { external_id: 'a', title: 'Twice' },
      { external_id: 'b', title: 'Nobody', assignee: 'nobody-here' },
      { external_id: 'c', title: 'Lost', parent: 'nowhere' },
      { external_id: 'd', title: 'Circle', blocked_by: ['e'] },
      { external_id: 'e', title: 'Circle', blocked_by: ['d'] },
      { external_id: 'f', kind: 'story', title: 'No epic' },
      { external_id: 'g', kind: 'epic', title: 'With points', estimate: 3 },
      { external_id: 'h', title: 'State', status: 'doing' },
    ),
  )
  expect(answer.status).toBe(400)
  const problems = answer.body.errors.map(({ line, field }: { line: number; field: string }) => `${line} ${field}`)
  expect(problems).toEqual(['2 external_id', '3 assignee', '4 parent', '6 blocked_by', '7 parent', '8 estimate', '9 status'])
  expect(await exported('rules', 'json')).toBe(before)
  const skipped = await load('rules', 'json', lines({ external_id: 'b', title: 'Nobody', assignee: 'nobody-here' }), {
    skip_unknown_assignees: true,
  })
  expect(skipped.body).toMatchObject({ created: 1, warnings: [{ line: 1, field: 'assignee' }] })
})

test('a circle with what is there already is refused as a whole', async () => {
  const answer = await load('rules', 'json', lines({ external_id: 'x-1', title: 'Renamed', blocked_by: ['x-2'] }))
  expect(answer.body.code).toBe('conflict')
})

test('a wrong file says what is wrong with it', async () => {
  expect((await load('rules', 'csv', 'name\r\nx')).body.detail).toContain('external_id, kind, parent, title')
  expect((await load('rules', 'csv', 'title\r\na,b')).body.errors).toMatchObject([{ line: 2 }])
  expect((await load('rules', 'json', '{"title":')).body.errors).toMatchObject([{ line: 1 }])
  expect((await load('rules', 'json', lines({ title: 'x' }).concat('\n').repeat(5001))).status).toBe(413)
  expect((await ann.call('GET', '/api/projects/rules/export?format=xml')).status).toBe(400)
  expect((await ann.call('GET', '/api/projects/nowhere/export')).status).toBe(404)
})

test('more than two hundred rows are not imported while the caller waits, but a dry run says what would happen', async () => {
  const rows = lines(...Array.from({ length: 201 }, (_, n) => ({ external_id: `many-${n}`, title: 'One of many' })))
  const answer = await load('rules', 'json', rows)
  expect(answer.status).toBe(413)
  expect(answer.body.detail).toContain('/imports')
  expect((await load('rules', 'json', rows, { dry_run: true })).body).toMatchObject({ rows: 201, created: 201, errors: [] })
})
