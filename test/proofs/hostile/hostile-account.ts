import sharp from 'sharp'
import { WebSocket } from 'ws'
import { Person } from '../../harness/person.ts'

/** Everything one account can do to a node at once, as a separate process: `hostile-account.ts URL IMPORTS PICTURES SOCKETS TEXTS`. */
const [url = '', ...sizes] = process.argv.slice(2)
const [imports = 0, pictures = 0, sockets = 0, texts = 0] = sizes.map(Number)

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
const answered = { taken: 0, refused: 0 }
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
