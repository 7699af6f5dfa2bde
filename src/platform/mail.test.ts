import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { startMailServer } from '../../test/harness/mail-server.ts'
import { createLog } from './log.ts'
import { createMail } from './mail.ts'
import { settles } from '../../test/harness/wait.ts'

const log = createLog('silent')
const APP_URL = 'https://baton.example.com'
const message = { to: 'ann@example.com', subject: 'Hello', text: 'in text', html: '<p>in HTML</p>' }
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** An SMTP server that answers each line as `answer` says, or not at all. */
async function oddServer(answer: (line: string) => string | null): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    const say = (text: string | null) => text && socket.write(`${text}\r\n`)
    say(answer('connect'))
    socket.on('data', (data) => say(answer(data.toString())))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a message arrives with both bodies, from the address of the instance or the one that is set', async () => {
  const mails = await startMailServer()
  closing.push(mails.close)
  expect(await createMail({ APP_URL, MAIL_URL: mails.url }, log).send(message)).toBe(true)
  await createMail({ APP_URL, MAIL_URL: mails.url, MAIL_FROM: 'Ours <ours@example.org>' }, log).send(message)
  const [first, second] = await mails.to(message.to)
  expect(first).toMatchObject({ subject: 'Hello', from: 'no-reply@baton.example.com' })
  expect(first?.text.trim()).toBe('in text')
  expect(first?.html.trim()).toBe('<p>in HTML</p>')
  expect(second?.from).toBe('ours@example.org')
})

test('without MAIL_URL nothing is sent, and that is said', async () => {
  const mail = createMail({ APP_URL }, log)
  expect(mail.on).toBe(false)
  expect(await mail.send(message)).toBe(false)
})

test('a server that refuses or stays silent is an error, which names no address', async () => {
  const refusing = await oddServer((line) =>
    line === 'connect' ? '220 odd' : line.startsWith('RCPT') ? '550 ann@example.com is unknown here' : '250 fine',
  )
  const silent = await oddServer(() => null)
  const sending = Promise.all(
    [refusing, silent].map((MAIL_URL) =>
      createMail({ APP_URL, MAIL_URL }, log)
        .send(message)
        .catch((error: Error) => error),
    ),
  )
  const errors = await settles('both servers to be given up', sending)
  for (const error of errors) {
    expect(error).toBeInstanceOf(Error)
    expect(JSON.stringify([String(error), Object.entries(error as Error), (error as Error).cause ?? null])).not.toContain('ann@example.com')
  }
})
