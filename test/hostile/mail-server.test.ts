import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailThrough } from '../../src/platform/mail.ts'
import { startMailServer } from '../harness/mail-server.ts'
import { settles } from '../harness/wait.ts'
import { below, howMany, oneOf, randomFrom, seed, watchProcess, type Random } from './generate.ts'

// A mail server, or whoever answers in its place, says whatever it likes at any point of the conversation.

const watched = watchProcess()
const open = new Set<Socket>()
let server: Server
let url: string
/** What it says to each line it is told, beginning with the greeting; `null` ends the connection. */
let reply: (line: string) => string | Buffer | null = () => null
/** Sent for as long as anybody reads. */
let endless: string | undefined

beforeAll(async () => {
  server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => open.delete(socket))
    const say = (line: string) => {
      if (endless) {
        const more = () => {
          while (endless && !socket.destroyed && socket.write(endless));
        }
        socket.on('drain', more)
        return more()
      }
      const said = reply(line)
      if (said === null) socket.end()
      else socket.write(said)
    }
    let isBody = false
    socket.on('data', (data) => {
      const text = data.toString('latin1')
      if (isBody && !text.endsWith('\r\n.\r\n')) return
      isBody = text.startsWith('DATA')
      say(text)
    })
    say('')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `smtp://user:secret@127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  watched.stop()
  server.close()
  for (const socket of open) socket.destroy()
})

const message = { to: 'ann@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
const send = (times?: { patience: number; longest: number }) => mailThrough(url, undefined, 'http://localhost', times).send(message)
const refusal = /^the mail server did not take a message \([A-Z0-9 a-z]+\)$/

const right: [string, string][] = [
  ['EHLO', '250-x\r\n250-SIZE 1000000\r\n250-AUTH PLAIN LOGIN\r\n250 SMTPUTF8\r\n'],
  ['HELO', '250 x\r\n'],
  ['AUTH', '235 in\r\n'],
  ['MAIL', '250 ok\r\n'],
  ['RCPT', '250 ok\r\n'],
  ['DATA', '354 go on\r\n'],
  ['QUIT', '221 bye\r\n'],
]
const rightReply = (line: string): string =>
  line === '' ? '220 x ESMTP\r\n' : (right.find(([word]) => line.startsWith(word))?.[1] ?? '250 taken\r\n')

test('a server that answers as it should takes the message', async () => {
  reply = rightReply
  expect(await send()).toBe(true)
})

test.each([
  ['one endless line', 'x'.repeat(60_000)],
  ['an endless reply of many lines', '250-x\r\n'.repeat(8_000)],
  ['endless greetings', '220 x\r\n'.repeat(8_000)],
])('%s is soon over, and the connection is closed', async (_, said) => {
  endless = said
  // Endless greetings say yes to everything that is asked.
  const error = await settles('the end', send()).then(
    () => null,
    (thrown: Error) => thrown,
  )
  if (error) expect(error.message).toMatch(refusal)
  endless = undefined
  await expect.poll(() => open.size).toBe(0)
  expect(watched.ends).toEqual([])
})

test(`${howMany} conversations that go wrong are refusals or taken messages (seed ${seed})`, async () => {
  const random = randomFrom(seed)
  for (let sent = 0; sent < howMany; sent++) {
    const wrongAt = below(random, 9)
    let at = 0
    reply = (line) => (at++ === wrongAt || random() < 0.05 ? strangeReply(random, rightReply(line)) : rightReply(line))
    const error = await settles(`message ${sent}`, send({ patience: 500, longest: 800 })).then(
      () => null,
      (thrown: Error) => thrown,
    )
    if (error) expect(error.message, `message ${sent}`).toMatch(refusal)
    for (const socket of open) socket.destroy()
    expect(watched.ends, `message ${sent}`).toEqual([])
  }
  const real = await startMailServer()
  expect(await mailThrough(real.url, undefined, 'http://localhost').send(message)).toBe(true)
  await real.close()
})

/** Some leave a client waiting, which is what the time limit is for. */
function strangeReply(random: Random, proper: string): string | Buffer | null {
  const code = String(below(random, 1000)).padStart(3, '0')
  switch (below(random, 8)) {
    case 0:
      return null
    case 1:
      return `${code} x\r\n`
    case 2:
      return `${code} ${'x'.repeat(below(random, 50_000))}\r\n`
    case 3:
      return `${oneOf(random, ['', 'abc', '99', '-1', '2500', '\0', '250\0'])} x\r\n`
    case 4:
      return `${code}-a\r\n${below(random, 1000)} b\r\n`
    case 5:
      return Buffer.concat([
        Buffer.from(code),
        Buffer.from(Array.from({ length: below(random, 60) }, () => below(random, 256))),
        Buffer.from('\r\n'),
      ])
    case 6:
      return `${proper}${code} and more\r\n250 x\r\n`
    default:
      return oneOf(random, [
        '421 4.3.0 later\r\n',
        '334 \r\n',
        '334 ////\r\n',
        '250-AUTH\r\n250-STARTTLS\r\n250 SIZE x\r\n',
        '535 no\r\n',
        '552-x\r\n552 y\r\n',
      ])
  }
}
