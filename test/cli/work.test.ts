import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { startWorker } from '../harness/worker.ts'
import { startFront } from './faults.ts'
import { Machine } from './machine.ts'

let baton: Baton
let ann: Person
let machine: Machine
let worker: { close(): Promise<void> }

beforeAll(async () => {
  // The pages of a server may stand elsewhere on the same host; those of another host are not opened.
  baton = await startBaton({ APP_URL: 'http://127.0.0.1:4000' })
  worker = await startWorker(baton)
  ann = await baton.person('ann')
  await ann.api.createProject({ name: 'Web', slug: 'web', key: 'WEB' })
  await ann.api.createTask({ project: 'web', title: 'Build the door', assignee: 'me', labels: ['wood'] })
  await ann.api.createTask({ project: 'web', title: 'Paint it red', status: 'todo' })
  machine = await Machine.open(baton.url)
  await machine.logIn(ann)
})
afterAll(async () => {
  machine.close()
  await worker.close()
  await baton.close()
})

const keys = ({ items }: { items: { key: string }[] }): string[] => items.map(({ key }) => key)

test('tasks: as a table and as JSON, narrowed as asked', async () => {
  const { stdout, code } = await machine.run(['tasks'])
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^KEY +STATUS +PRIORITY +WITH +TITLE\nWEB-2 +todo [^]*WEB-1 .* ann +Build the door\n$/),
  ])
  expect(stdout).not.toContain('\u001b')
  expect(keys(await machine.do(['tasks', '--mine']))).toEqual(['WEB-1'])
  expect(keys(await machine.do(['tasks', '--status', 'todo']))).toEqual(['WEB-2'])
  expect(keys(await machine.do(['tasks', '--label', 'wood', '--project', 'web']))).toEqual(['WEB-1'])
  expect(keys(await machine.do(['tasks', '--ready', '--limit', '1']))).toHaveLength(1)
  expect(await machine.run(['tasks', '--status', 'nowhere'])).toMatchObject({ code: 2, stderr: expect.stringContaining('backlog, todo') })
  expect(await machine.run(['tasks', '--project', 'none'])).toMatchObject({ code: 1 })
})

test('claim: a lease with its briefing, renewed and given back without typing the fence', async () => {
  const claimed = await machine.run(['claim', 'WEB-1', '--minutes', '5'])
  expect([claimed.code, claimed.stdout]).toEqual([0, expect.stringContaining('baton claim WEB-1 --release')])
  const { lease } = await machine.do(['claim', 'WEB-1', '--renew', '--minutes', '60'])
  expect(Date.parse(lease.until)).toBeGreaterThan(Date.now() + 50 * 60_000)
  expect((await machine.do(['claim', 'WEB-1', '--release'])).task.lease_holder).toBeNull()
  expect(await machine.run(['claim', 'WEB-1', '--release'])).toMatchObject({ code: 2, stderr: expect.stringContaining('--fence') })
  const best = await machine.do(['claim'])
  expect(best.task.key).toMatch(/^WEB-\d$/)
  await machine.do(['claim', best.task.key, '--release'])
})

test('open: the browser gets the address, and a key that does not exist is told', async () => {
  const [script, seen] = [join(machine.home, 'browser.sh'), join(machine.home, 'seen')]
  writeFileSync(script, `#!/bin/sh\necho "$1" > ${seen}.part && mv ${seen}.part ${seen}\n`)
  chmodSync(script, 0o755)
  const { code, stdout } = await machine.run(['open', 'WEB-1'], { env: { BROWSER: script } })
  const [organization] = (await ann.api.listOrganizations()).items
  expect([code, stdout]).toEqual([0, `${baton.config.APP_URL}/${organization?.handle}/t/WEB-1\n`])
  await expect.poll(() => existsSync(seen) && readFileSync(seen, 'utf8')).toBe(stdout)
  expect((await machine.do(['open'])).url).toBe(`${baton.config.APP_URL}/${organization?.handle}/inbox`)
  expect(await machine.run(['open', 'WEB-999'])).toMatchObject({ code: 1, stderr: expect.stringContaining('baton tasks') })
})

test('remember and recall', async () => {
  const stored = await machine.run(['remember', 'The hinges are on the left', '--tag', 'door'])
  const ref = /^Remembered as (WEB-M\d+)\./.exec(stored.stdout)?.[1] ?? 'no ref'
  await machine.do(['remember', '-', '--project', 'web'], { input: 'The paint dries in four hours\n' })
  const { stdout } = await machine.run(['recall', 'hinges'])
  expect(stdout).toContain('The hinges are on the left')
  expect(stdout).toContain(`memory ${ref}`)
  const { items } = await machine.do(['recall', 'how long does the paint dry', '--in', 'memory', '--limit', '1'])
  expect(items[0].content).toContain('four hours')
  expect(await machine.run(['remember', '  '])).toMatchObject({ code: 2 })
  expect(await machine.run(['recall', 'x', '--in', 'dreams'])).toMatchObject({ code: 2, stderr: expect.stringContaining('memory, spec') })
})

test('without a connection a memory is kept, and stored once with the next command that gets through', async () => {
  const file = join(machine.home, '.local/state/baton/outbox.json')
  const credentials = join(machine.home, '.config/baton/credentials.json')
  const kept = () => JSON.parse(readFileSync(file, 'utf8'))
  // The login remains but the server is unreachable, as on a train.
  const away = await startFront(baton.url)
  const [before, there] = [readFileSync(credentials, 'utf8'), { env: { BATON_URL: away.url } }]
  writeFileSync(credentials, before.replaceAll(baton.url, away.url))
  away.close()
  const { code, stdout } = await machine.run(['remember', 'The train has no windows', '--project', 'web'], there)
  expect([code, stdout]).toEqual([0, expect.stringContaining('Kept on this machine')])
  expect(await machine.do(['remember', 'It is late', '--project', 'web'], there)).toEqual({ kept: true })
  expect(await machine.do(['remember', 'No such project', '--project', 'none'], there)).toEqual({ kept: true })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await machine.run(['remember', 'Where?'], there)).toMatchObject({ code: 4 })
  expect(await machine.run(['claim', 'WEB-1'], there)).toMatchObject({ code: 4, stderr: expect.stringContaining('nothing was kept') })

  // The server is reachable again at the same address.
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(away.url, baton.url))
  writeFileSync(credentials, before)
  const next = await machine.run(['tasks'])
  expect(next).toMatchObject({ code: 0, stderr: expect.stringMatching(/kept without a connection: 2\.[^]*refused what was kept/) })
  expect(kept()).toMatchObject([{ waiting: [], mid: 3, refused: [{ input: { content: 'No such project' } }] }])
  const memories = async (text: string) => (await ann.api.listMemories({ project: 'web' })).items.filter(({ content }) => content === text)
  expect(await memories('The train has no windows')).toHaveLength(1)
  expect((await machine.run(['tasks'])).stderr).toBe('')

  // The answer was lost, then the device was removed: resending the same number has no second effect, and a new device takes over.
  const [box] = kept()
  const again = { mid: 2, operation: 'storeMemory', input: { content: 'It is late', project: 'web' }, hlc: box.hlc }
  writeFileSync(file, JSON.stringify([{ ...box, waiting: [again] }]))
  await machine.do(['tasks'])
  expect(await memories('It is late')).toHaveLength(1)
  await ann.do('DELETE', `/api/sync/devices/${box.device}`)
  const other = { ...again, mid: 4, input: { ...again.input, content: 'Another device' } }
  writeFileSync(file, JSON.stringify([{ ...box, waiting: [other] }]))
  await machine.do(['tasks'])
  expect(await memories('Another device')).toHaveLength(1)
  expect(kept()[0]).toMatchObject({ waiting: [], mid: 1, device: expect.not.stringContaining(box.device) })
})

test('import: few rows at once, a list of JSON, many in the background with progress, and problems by line', async () => {
  const file = (name: string, text: string): string => {
    writeFileSync(join(machine.home, name), text)
    return join(machine.home, name)
  }
  const few = file('few.csv', 'external_id,title\none,First\ntwo,Second\n')
  expect(await machine.do(['import', few, '--dry-run'])).toMatchObject({ dry_run: true, created: 2 })
  expect((await machine.run(['import', few])).stdout).toBe('Created 2, changed 0, left 0 as they are.\n')
  const list = file('list.json', JSON.stringify([{ external_id: 'one', title: 'First, again' }]))
  expect(await machine.do(['import', list])).toMatchObject({ created: 0, updated: 1 })
  const rows = Array.from({ length: 450 }, (_, at) => `many-${at},Task ${at}`)
  const many = await machine.run(['import', file('many.csv', `external_id,title\n${rows.join('\n')}\n`)])
  expect([many.code, many.stdout]).toEqual([0, 'Created 450, changed 0, left 0 as they are.\n'])
  expect(many.stderr).toMatch(/Importing|Waiting for the worker|Imported \d+ of 450/)
  expect(many.stderr).not.toContain('\u001b')
  const wrong = await machine.run(['import', file('wrong.csv', 'external_id,title,status\na,A,todo\nb,B,nowhere\n')])
  expect(wrong.code).toBe(1)
  expect(wrong.stderr + wrong.stdout).toContain('line 3')
  expect(await machine.run(['import', file('what', 'x')])).toMatchObject({ code: 2, stderr: expect.stringContaining('--format') })
  expect(await machine.run(['import', join(machine.home, 'none.csv')])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('ENOENT'),
  })
})

test('an API key in place of a login, in another organization', async () => {
  const there = await ann.createOrganization('other')
  await there.api.createProject({ name: 'Theirs', slug: 'theirs', key: 'THE' })
  await there.api.createTask({ project: 'theirs', title: 'Elsewhere' })
  expect(keys(await machine.do(['tasks', '--organization', 'other']))).toEqual(['THE-1'])
  const { key } = await there.api.createApiKey({ name: 'script', scopes: ['task:read'] })
  const fresh = await Machine.open(baton.url)
  expect(keys(await fresh.do(['tasks'], { env: { BATON_API_KEY: key } }))).toEqual(['THE-1'])
  expect(await fresh.run(['claim', 'THE-1'], { env: { BATON_API_KEY: key } })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('scope'),
  })
  fresh.close()
})

test('what is called in a wrong way says how it is called right', async () => {
  expect(await machine.run([])).toMatchObject({ code: 2, stderr: expect.stringContaining('baton --help') })
  expect(await machine.run(['task'])).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean: baton tasks') })
  expect(await machine.run(['tasks', '--nothing'])).toMatchObject({ code: 2, stderr: expect.stringContaining('baton tasks --help') })
  expect(await machine.run(['recall'])).toMatchObject({ code: 2, stderr: expect.stringContaining('baton recall QUERY') })
  expect(await machine.run(['claim', '--help'])).toMatchObject({ code: 0, stdout: expect.stringContaining('--minutes N') })
})
