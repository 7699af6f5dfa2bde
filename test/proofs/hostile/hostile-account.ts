import sharp from 'sharp'
import { WebSocket } from 'ws'
import { dialAsMachine } from '../../../machine/src/dial.ts'
import type { Pairing } from '../../../machine/src/home.ts'
import { Person } from '../../harness/person.ts'
import { TestMachine } from '../../machines/machines.ts'

/**
 * Everything one account, its machine and an anonymous address can do to a node at once, as a separate process:
 * `hostile-account.ts URL IMPORTS PICTURES SOCKETS TEXTS ANONYMOUS`.
 */
const [url = '', ...sizes] = process.argv.slice(2)
const [imports = 0, pictures = 0, sockets = 0, texts = 0, anonymous = 0] = sizes.map(Number)

const person = await Person.register(url, `hostile-${Date.now() % 1e8}`)
await person.do('POST', '/api/projects', { name: 'Hostile', slug: 'hostile' })
const task = await person.do('POST', '/api/tasks', { project: 'hostile', title: 'Carries pictures' })
const organizations = await Promise.all(
  Array.from({ length: imports }, async (_, number) => {
    const own = await person.createOrganization(`hostile-${number}-${Date.now() % 1e8}`)
    await own.do('POST', '/api/projects', { name: 'Hostile', slug: 'hostile' })
    return own
  }),
)
// A single color compresses to almost nothing: a few hundred bytes for 25 megapixels.
const black = { create: { width: 5000, height: 4990, channels: 3, background: 'black' } } as const
const bomb = await sharp(black).avif({ quality: 1, effort: 0 }).toBuffer()
const rows = ['kind,title,description', ...Array.from({ length: 5000 }, (_, row) => `task,Row ${row},${'x'.repeat(400)}`)].join('\n')
const entries = Array.from({ length: texts }, (_, number) => ({
  content: `${number} ${'long text of nothing '.repeat(1000)}`.slice(0, 19_950),
}))
const machine = await TestMachine.pair(person)
const answered = { taken: 0, refused: 0, machine_frames: 0, machine_closed: 0, bodies: 0 }
// Registered before anything starts: on a busy machine, SIGTERM may arrive before everything has begun.
process.on('SIGTERM', () => {
  process.stdout.write(`${JSON.stringify(answered)}\n`, () => process.exit(0))
})
process.stdout.write('ready\n')
await new Promise((resolve) => process.stdin.once('data', resolve))

const note = ({ status }: { status: number }) => void (status < 300 ? answered.taken++ : answered.refused++)
const failed = () => void answered.refused++
const upload = () =>
  fetch(`${url}/api/tasks/${task.key}/attachments?name=bomb.avif`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'image/avif' },
    body: new Uint8Array(bomb),
  })
for (const own of organizations) void own.call('POST', '/api/projects/hostile/imports', { format: 'csv', content: rows }).then(note, failed)
for (let picture = 0; picture < pictures; picture++) void upload().then(note, failed)
if (texts > 0) void person.call('POST', '/api/memories/batch', { project: 'hostile', entries }).then(note, failed)
void floodAsMachine()
for (let request = 0; request < anonymous; request++) void sendBodies(request)
for (let socket = 0; socket < sockets; socket++) {
  const live = new WebSocket(`${url.replace('http', 'ws')}/api/ws?token=${person.token}`)
  live.on('error', failed)
  live.on('open', () => {
    answered.taken++
    // An accepted socket floods for as long as it is open.
    const timer = setInterval(() => {
      for (let frame = 0; frame < 50 && live.readyState === live.OPEN; frame++) live.send('{"type":"ping"}')
    }, 50)
    live.on('close', () => clearInterval(timer))
  })
  if (socket % 50 === 49) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** As fast as the connection takes it; once it is closed, again. */
async function floodAsMachine(): Promise<void> {
  for (;;) {
    const line = await dialAsMachine(machine.home, machine.home.pairing as Pairing).catch(() => null)
    if (!line) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      continue
    }
    line.on('error', () => {})
    line.resume()
    const isOpen = () => line.readyState !== WebSocket.CLOSED && line.readyState !== WebSocket.CLOSING
    while (isOpen()) {
      if (line.readyState === WebSocket.OPEN && line.bufferedAmount < 1_000_000) {
        for (let frame = 0; frame < 100; frame++) line.send('{"type":"heartbeat"}', () => {})
        answered.machine_frames += 100
      }
      await new Promise(setImmediate)
    }
    answered.machine_closed++
  }
}

/** 650 KB with 60,000 fields that nobody knows, from one address, to whatever takes a body without a login. */
async function sendBodies(from: number): Promise<void> {
  const body = JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, field) => [`k${field}`, 1])))
  const paths = ['/api/auth/login', '/api/auth/register', '/api/contact']
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' }
  for (let sent = from; ; sent++) {
    const answer = await fetch(url + paths[sent % paths.length], { method: 'POST', headers, body }).catch(() => null)
    await answer?.body?.cancel()
    answered.bodies++
  }
}
