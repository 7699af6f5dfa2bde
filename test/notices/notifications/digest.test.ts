import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../../src/capabilities/operations.ts'
import { instanceLog } from '../../../src/kernel/audit.ts'
import { system } from '../../../src/kernel/context.ts'
import { execute } from '../../../src/kernel/execute.ts'
import { newId } from '../../../src/platform/ids.ts'
import { startBaton, type Baton } from '../../harness/baton.ts'
import { startMailServer, type MailServer } from '../../harness/mail-server.ts'
import { provenPerson } from '../../organizations/proven.ts'
import { send, type Person } from '../../harness/person.ts'
import { startWorker } from '../../harness/worker.ts'
import { Office } from './office.ts'
import { waitForJobs } from '../../harness/jobs.ts'

let baton: Baton
let mails: MailServer
let office: Office
let worker: { close(): Promise<void> } | undefined

beforeAll(async () => {
  mails = await startMailServer()
  baton = await startBaton({ MAIL_URL: mails.url })
  office = await Office.open(baton, await provenPerson(baton, 'ann'), 'acme')
  await office.owner.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
})
afterAll(async () => {
  await worker?.close()
  await baton.close()
  await mails.close()
})

const hour = 3_600_000
const verify = (person: Person) => baton.look('update auth.accounts set email_verified_at = now() where user_id = $1', [person.user.id])
const joined = async (name: string, verified = true): Promise<Person> => {
  const person = await office.join(await baton.person(name))
  if (verified) await verify(person)
  // One hour from now in their time zone.
  const next = new Date(baton.clock.now().getTime() + hour).getUTCHours()
  await person.do('PATCH', '/api/settings/preferences', { digest: { hour: next, timezone: 'UTC' } })
  return person
}
const mention = async (key: string, who: Person, where = office) => {
  const data = { comment: {}, item: { id: newId(), kind: 'task', key, title: 'Click https://evil.example' }, mentions: [who.user.id] }
  await where.happen(where.owner, { type: 'comment.created', data })
  await where.read()
}
const queue = () => execute(baton.node.assembly.kernel, operations.get('queueDigests'), system(instanceLog), {}, { door: 'worker' })
const queuedFor = async (person: Person) =>
  (await baton.look("select id from jobs.job where name = 'mailDigest' and data ->> 'user_id' = $1", [person.user.id])).length

test('a digest goes out once, after its hour has struck, with what is unread and nothing that others wrote', async () => {
  const bob = await joined('bob')
  await mention('ACM-1', bob)
  await mention('ACM-2', bob)
  await bob.do('PATCH', `/api/notifications/${(await bob.do('GET', '/api/notifications')).items[0].id}/read`)
  await queue()
  expect(await queuedFor(bob)).toBe(0)
  await office.pass(hour)
  await Promise.all([queue(), queue(), queue()])
  expect(await queuedFor(bob)).toBe(1)
  // Two workers and a duplicate of the job, as after a worker that was killed halfway.
  const [job] = await baton.look<{ data: object }>("select data from jobs.job where name = 'mailDigest'")
  await baton.look("insert into jobs.job (name, data) values ('mailDigest', $1)", [JSON.stringify(job?.data)])
  const [first, second] = [await startWorker(baton), await startWorker(baton)]
  const mail = await mails.next(bob.user.email, 'Baton: 1 unread notification')
  expect(mail.text).toContain('ann mentioned you in task ACM-1 · acme')
  expect(mail.html).toContain('ann mentioned you in task ACM-1 · acme')
  expect(mail.text).not.toContain('ACM-2')
  expect(mail.text + mail.html).not.toContain('evil')
  await mention('ACM-3', bob)
  await queue()
  await office.pass(2 * hour)
  await queue()
  await waitForJobs(baton, ['mailDigest'])
  expect(await mails.to(bob.user.email)).toHaveLength(1)
  // The next digest goes out a day later.
  await office.pass(22 * hour)
  await queue()
  expect((await mails.next(bob.user.email, 'Baton: 1 unread notification')).text).toContain('ACM-3')
  await first.close()
  worker = second
})

test('no digest goes to an unproven address, out of a sandbox, about what one may no longer see, or to people who turned it off', async () => {
  const [cat, dan, eve, fay] = [await joined('cat', false), await joined('dan'), await joined('eve'), await joined('fay')]
  const sandbox = await Office.open(baton, await provenPerson(baton, 'sam'), 'boxes-of-acme')
  await sandbox.join(fay)
  await baton.look('update organizations set sandbox_of = $1 where id = $2', [office.id, sandbox.id])
  for (const person of [cat, dan, eve]) await mention('ACM-9', person)
  await mention('SAN-1', fay, sandbox)
  await office.run('leaveOrganization', dan, {})
  await eve.do('PATCH', '/api/settings/preferences', { notifications: { mention: { mail: 'off' } } })
  await office.pass(2 * hour)
  await queue()
  for (const person of [cat, dan, eve, fay]) expect(await queuedFor(person), person.user.handle).toBe(0)
})

test('one click in a mail stops the digests, without a login; a link that we did not sign does not', async () => {
  const gus = await joined('gus')
  await mention('ACM-20', gus)
  await office.pass(2 * hour)
  await queue()
  const source = (await (await mails.next(gus.user.email, 'Baton: 1 unread notification')).source()).replace(/\r\n[ \t]+/g, ' ')
  expect(source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/im)
  const link = new URL(source.match(/^List-Unsubscribe: <([^>]+)>\r$/im)?.[1] ?? '')
  const click = (path: string) =>
    fetch(baton.url + path, {
      method: 'POST',
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  const isOn = async () => (await gus.do('GET', '/api/settings/preferences')).digest.on
  const token = link.pathname.split('/').at(-1) ?? ''
  const other = Buffer.from(token, 'base64url')
  other.write(office.owner.user.id.replaceAll('-', ''), 0, 16, 'hex')
  for (const forged of [other.toString('base64url'), `${token.slice(0, -2)}AA`, token.slice(0, 22), 'x']) {
    expect((await click(`/unsubscribe/${forged}`)).status).toBe(400)
  }
  expect(await isOn()).toBe(true)
  const page = await fetch(baton.url + link.pathname, { redirect: 'manual' })
  expect([page.status, page.headers.get('location')]).toEqual([302, `/unsubscribe#${token}`])
  expect((await fetch(`${baton.url}/unsubscribe`, { headers: { accept: 'text/html' } })).status).toBe(200)
  expect(await isOn()).toBe(true)
  expect((await click(link.pathname)).status).toBe(200)
  expect(await isOn()).toBe(false)
  expect((await send(baton.url, 'POST', '/api/notifications/unsubscribe', { token })).body).toEqual({ unsubscribed: true })
  await mention('ACM-21', gus)
  await office.pass(26 * hour)
  await queue()
  expect(await queuedFor(gus)).toBe(1)
})
