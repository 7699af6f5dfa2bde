import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Person, send } from '../harness/person.ts'
import { prepareRoute } from './containers.ts'

// The README's first quick start, from a clean clone to what is still there the next day.
const settings = { ADMIN_EMAIL: 'you@example.com', MAIL_URL: '', METRICS_TOKEN: 'a-token-for-the-metrics', EMBEDDINGS: '' }
let route: Awaited<ReturnType<typeof prepareRoute>>
let ann: Person
let task: { key: string }
let attachment: { id: string }
const bytes = Buffer.from('what ann uploaded before the restart')

beforeAll(async () => {
  route = await prepareRoute(settings)
  await route.build()
})
afterAll(() => route?.end())

const authorization = () => ({ authorization: `Bearer ${ann.token}` })
const upload = (name: string) =>
  fetch(`${route.url}/api/tasks/${task.key}/attachments?name=${name}`, {
    method: 'POST',
    headers: { ...authorization(), 'content-type': 'text/plain' },
    body: new Uint8Array(bytes),
  })
const download = async () =>
  Buffer.from(await (await fetch(`${route.url}/api/attachments/${attachment.id}`, { headers: authorization() })).arrayBuffer())

test('the image has what it runs, and neither what the pages are made of nor a developer’s files', async () => {
  const list = async (folder: string) => (await route.podman('run', '--rm', 'baton', 'ls', '-A', folder)).trim().split('\n')
  expect(await list('/app')).toEqual(['LICENSE', 'dashboard', 'database', 'docs', 'node_modules', 'package.json', 'src'])
  expect(await list('/app/database')).toEqual(['functions', 'migrations'])
  expect(await list('/app/dashboard')).toEqual(['dist'])
  const modules = await list('/app/node_modules')
  expect(modules).toContain('fastify')
  for (const name of ['react', 'react-dom', 'lucide-react', '@tiptap', '@tanstack', 'vite', 'vitest', 'node'])
    expect(modules).not.toContain(name)
  expect((await route.podman('run', '--rm', 'baton', 'id', '-un')).trim()).toBe('node')
})

test('it comes up, and the log of init has the setup link', async () => {
  await route.up()
  const health = await send(route.url, 'GET', '/health')
  expect(health.body).toMatchObject({ status: 'ok', database: 'ok', redis: 'ok', second_wall: 'whole', mail: 'off' })
  expect(health.body.embeddings.state).toBe('ready')
  expect(await route.podman('logs', await route.containerOf('init'))).toMatch(
    /\(you@example\.com\), once, at http:\/\/localhost:4000\/setup#\S+/,
  )
  expect((await send(route.url, 'GET', '/')).text).toContain('<html')
})

test('every variable of .env reaches the containers, the superuser’s password none that runs on', async () => {
  const metrics = (token: string) => send(route.url, 'GET', '/metrics', undefined, { authorization: `Bearer ${token}` })
  expect((await metrics(settings.METRICS_TOKEN)).status).toBe(200)
  expect((await metrics('another')).status).toBe(404)
  for (const service of ['server', 'worker']) expect(await route.inside(service, 'env')).not.toContain(route.env.POSTGRES_PASSWORD)
})

test('a person registers and uploads a file, which the worker sees too', async () => {
  ann = await Person.register(route.url, 'ann')
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
  task = await ann.do('POST', '/api/tasks', { project: 'web', title: 'With a file' })
  const answer = await upload('notes.txt')
  expect(answer.status).toBe(201)
  attachment = (await answer.json()) as { id: string }
  expect(await download()).toEqual(bytes)
  const seen = await Promise.all(['server', 'worker'].map((service) => route.inside(service, 'ls', '/data/files')))
  expect(seen[0]).toMatch(/^[0-9a-f]{32}\.bin\n$/)
  expect(seen[1]).toBe(seen[0])
})

test('with new containers everything is still there', async () => {
  await route.down()
  await expect(send(route.url, 'GET', '/health')).rejects.toThrow()
  await route.up()
  await ann.logInAgain()
  expect((await ann.do('GET', '/api/projects/web')).name).toBe('Web')
  expect(await download()).toEqual(bytes)
  expect(await route.podman('logs', await route.containerOf('init'))).toContain('The database is up to date')
})

test('a backup of database and files, as docs/self-hosting.md has it, brings everything back', async () => {
  const dump = join(route.folder, 'baton.dump')
  const files = join(route.folder, 'files.tar')
  const shell = (line: string, ...args: string[]) => promisify(execFile)('bash', ['-ec', line, 'shell', ...args])
  const within = async (service: string) => `scripts/containers.sh podman exec -i ${await route.containerOf(service)}`
  await shell(`${await within('postgres')} pg_dump -U postgres -Fc baton > "$1"`, dump)
  await shell(`${await within('server')} tar -C /data -c files > "$1"`, files)
  await route.destroy()
  await route.compose('up', '-d', 'postgres', 'redis')
  for (const service of ['postgres', 'redis']) await route.healthy(service)
  await route.compose('run', '-T', '--rm', 'init', 'node', 'src/main/bootstrap.ts')
  await shell(`${await within('postgres')} pg_restore -U postgres --clean --if-exists -d baton < "$1"`, dump)
  await route.up()
  await shell(`${await within('server')} tar -C /data -x < "$1"`, files)
  await ann.logInAgain()
  expect(await download()).toEqual(bytes)
  expect((await upload('another.txt')).status).toBe(201)
  expect((await send(route.url, 'GET', '/health')).body.second_wall).toBe('whole')
  expect(await route.compose('run', '-T', '--rm', 'init', 'node', 'src/main/verify-audit.ts')).toContain('Every audit chain is whole')
})
