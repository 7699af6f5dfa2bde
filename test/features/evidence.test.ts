import { afterAll, beforeAll, expect, test } from 'vitest'
import { agentOf, evidenceGate, missing, shaA, startAcme, withKey, withToken, type Acme } from './acme.ts'

let acme: Acme
beforeAll(async () => void (acme = await startAcme()))
afterAll(() => acme.close())

const claim = { check: 'tests', outcome: 'pass', note: 'They pass, believe me.', commit: shaA } as const
const shown = { ...claim, exit_code: 0, log: 'ok', url: 'https://ci.example.com/1' }

async function building(): Promise<string> {
  const { id } = await acme.feature(acme.ann, [evidenceGate('build', 'tests', 'ci')])
  await acme.ann.api.reportCommit({ feature: id, commit: shaA })
  return id
}

test('the server ranks evidence by who brings it and what comes with it', async () => {
  const { ann, bob } = acme
  const id = await building()
  const rank = async (caller: typeof ann, body: unknown, path = 'evidence') =>
    (await caller.do('POST', `/api/features/${id}/${path}`, body)).rank
  const full = await withKey(ann, ['*'])
  const scoped = await withKey(ann, ['feature:write'])
  const wide = await withKey(ann, ['feature:write', 'ci:manage'])
  const ci = await withKey(ann, ['ci:write'])
  const both = await withKey(ann, ['feature:write', 'ci:write'])
  const members = await withKey(bob, ['feature:write', 'ci:write'])
  expect(await rank(full, claim)).toBe('claimed')
  expect(await rank(full, shown)).toBe('reported')
  expect(await rank(full, shown, 'checks')).toBe('reported')
  expect(await rank(full, { ...claim, log: '  ' })).toBe('claimed')
  expect(await rank(scoped, claim)).toBe('claimed')
  expect(await rank(scoped, { ...claim, exit_code: 0 })).toBe('reported')
  expect(await rank(wide, shown, 'checks')).toBe('reported')
  expect(await rank(bob, claim)).toBe('observed')
  expect(await rank(ci, claim, 'checks')).toBe('ci')
  expect(await rank(both, claim)).toBe('ci')
  // A non-admin could create such a key for their own work.
  expect(await rank(members, claim)).toBe('claimed')
  expect(await rank(members, shown, 'checks')).toBe('reported')
  expect((await ci.call('POST', `/api/features/${id}/evidence`, claim)).status).toBe(403)
  expect((await scoped.call('POST', `/api/features/${id}/checks`, claim)).status).toBe(403)
})

test('an agent claims or reports; a login of more than ten minutes ago and a device are worth no more', async () => {
  const { ann, baton } = acme
  const id = await building()
  const agent = await agentOf(ann)
  const answer = await agent('advance_feature', {
    feature: id,
    commit: shaA,
    evidence: [{ check: 'tests', outcome: 'pass', exit_code: 0, note: 'Green' }],
  })
  expect(answer.status).toBe(409)
  const { device_code, user_code } = await ann.api.requestDevice()
  await ann.api.approveDevice({ user_code })
  const device = withToken(ann, (await ann.api.pollDevice({ device_code })).token)
  expect((await device.api.addEvidence({ feature: id, ...shown })).rank).toBe('reported')
  const login = await ann.api.login({ email: ann.user.email, password: ann.password })
  if (!('token' in login)) throw new Error('asked for a second factor')
  await baton.look("update auth.sessions set authenticated_at = now() - interval '11 minutes' where id = $1", [login.session_id])
  expect((await withToken(ann, login.token).api.addEvidence({ feature: id, ...claim })).rank).toBe('claimed')
  const refused = await ann.call('POST', `/api/features/${id}/advance`, {})
  expect(missing(refused.body)).toEqual(['build evidence tests reported'])
  expect(refused.body.missing[0].message).toContain('ci:write')
})

test('a key for the build server is made by a person who is there, and by no password alone', async () => {
  const { ann } = acme
  const body = { email: ann.user.email, password: ann.password, name: 'build', organization: 'acme', scopes: ['ci:write'] }
  expect((await ann.call('POST', '/api/auth/api-key-exchange', body)).status).toBe(403)
  const key = await withKey(ann, ['*'])
  expect((await key.call('POST', '/api/settings/api-keys', { name: 'mine', scopes: ['ci:write'] })).body.code).toBe('needs_person')
})

test('a pass that ended with an error is none, and a newer failure for the same commit withdraws the pass', async () => {
  const { ann } = acme
  const id = await building()
  const ci = await withKey(ann, ['ci:write'])
  expect((await ci.call('POST', `/api/features/${id}/checks`, { ...claim, exit_code: 1 })).status).toBe(400)
  await ci.api.reportCheck({ feature: id, ...claim })
  expect(await ann.api.getFeature({ feature: id })).toMatchObject({ missing: [] })
  await ann.api.addEvidence({ feature: id, ...claim, outcome: 'fail' })
  expect(missing((await ann.call('POST', `/api/features/${id}/advance`, {})).body)).toEqual(['build evidence tests failing'])
  await ci.api.reportCheck({ feature: id, ...claim })
  expect(await ann.api.advanceFeature({ feature: id })).toMatchObject({ status: 'complete' })
})

test('an outcome alone is no evidence: it comes with a note, a link or a log', async () => {
  const { ann } = acme
  const id = await building()
  const bare = { check: 'tests', outcome: 'pass', commit: shaA } as const
  for (const empty of [bare, { ...bare, exit_code: 0 }, { ...bare, note: ' ', log: '\n' }]) {
    const refused = await ann.call('POST', `/api/features/${id}/evidence`, empty)
    expect(refused).toMatchObject({ status: 400, text: expect.stringContaining('a note, a url or a log') })
  }
  expect((await ann.call('POST', `/api/features/${id}/advance`, { evidence: [bare] })).status).toBe(400)
  for (const one of [{ note: 'Green' }, { log: '12 passed' }, { url: 'https://ci.example.com/3' }])
    await ann.api.addEvidence({ feature: id, ...bare, ...one })
})
