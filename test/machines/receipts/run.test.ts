import { execFile } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Machine } from '../../cli/machine.ts'
import { startAcme, type Acme } from '../../features/acme.ts'
import { agentUser, Checkout, isRoot } from './checkout.ts'

// The packed CLI on a real checkout against a real server, and the documented script on its output. Only root can run the command as a different user
// than the signer; anyone else gets the reason why the receipt ranks lower.

const script = fileURLToPath(new URL('../../../docs/verify-receipt.mjs', import.meta.url))
const command = ['sh', '-c', 'cat index.js; echo 12 passed']
const asAgent = { SUDO_UID: agentUser }

let acme: Acme
let machine: Machine
let checkout: Checkout

beforeAll(async () => {
  acme = await startAcme()
  machine = await Machine.open(acme.baton.url)
  await machine.logIn(acme.ann)
  const { fingerprint } = await machine.do(['tunnel', 'pair', '--organization', 'acme'])
  const { items } = await acme.ann.api.listTunnels({})
  await acme.ann.api.confirmTunnel({ tunnel: items[0]?.id ?? '', fingerprint })
  checkout = new Checkout()
  checkout.handOver()
})
afterAll(async () => {
  checkout.close()
  machine.close()
  await acme.close()
})

async function building(): Promise<string> {
  const { ref } = await acme.feature(acme.ann, [
    { key: 'build', name: 'Build', kind: 'evidence', checks: [{ check: 'tests', rank: 'observed', command }] },
    { key: 'ship', name: 'Ship', kind: 'approval' },
  ])
  await acme.ann.api.reportCommit({ feature: ref, commit: checkout.head })
  return ref
}

const run = (args: string[], env: Record<string, string> = asAgent) => machine.run(['run', ...args], { cwd: checkout.folder, env })
const here = (name: string): string => join(machine.home, name)

/** The output of the documented script, run by plain Node without any packages. */
const verify = (...args: string[]): Promise<{ code: number; stdout: string }> =>
  promisify(execFile)(process.execPath, [script, ...args]).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }) => ({ code, stdout }),
  )

test('a command of a pinned gate, signed by one user and run as another, opens the gate and verifies offline', async () => {
  const feature = await building()
  const files = ['--receipt', here('receipt.json'), '--output', here('output.txt')]
  const { code, stdout, stderr } = await run(['--feature', feature, '--gate', 'build', '--as', agentUser, ...files, '--', ...command], {})
  expect([code, stdout]).toEqual([0, 'console.log(12)\n12 passed\n'])
  expect(stderr).toContain(isRoot ? 'Its rank is `observed`.' : 'could read the key')
  const advanced = await acme.ann.call('POST', `/api/features/${feature}/advance`, {})
  expect(advanced.status).toBe(isRoot ? 200 : 409)

  const receipt = JSON.parse(readFileSync(here('receipt.json'), 'utf8'))
  const { fingerprint } = receipt
  // A copy owned by the current user: git refuses repositories that belong to others.
  await promisify(execFile)('cp', ['-r', checkout.folder, here('own')])
  const all = ['--output', here('output.txt'), '--checkout', here('own'), '--fingerprint', fingerprint]
  const { code: right, stdout: said } = await verify(here('receipt.json'), ...all)
  expect([right, said]).toEqual([0, expect.not.stringContaining('WRONG')])
  for (const words of ['that the work is right', 'who typed it', JSON.stringify(command)]) expect(said).toContain(words)
  const read = await acme.bob.api.getReceipt({ receipt: receipt.id })
  writeFileSync(here('read.json'), JSON.stringify(read))
  expect((await verify(here('read.json'))).code).toBe(0)
})

test('the script refuses what was changed: text, signature, output, files, key', async () => {
  const original = JSON.parse(readFileSync(here('receipt.json'), 'utf8'))
  const changed = async (change: object, ...args: string[]) => {
    writeFileSync(here('changed.json'), JSON.stringify({ ...original, ...change }))
    const { code, stdout } = await verify(here('changed.json'), ...args)
    return [code, stdout.split('\n').filter((line) => line.startsWith('WRONG')).length]
  }
  expect(await changed({})).toEqual([0, 0])
  expect(await changed({ body: original.body.replace('"exit_code":0', '"exit_code":1') })).toEqual([1, 1])
  expect(await changed({ body: original.body.replace(checkout.head, 'a'.repeat(40)) })).toEqual([1, 1])
  expect(await changed({ signature: original.signature.replace(/^./, (one: string) => (one === 'A' ? 'B' : 'A')) })).toEqual([1, 1])
  expect(await changed({ public_key: 'A'.repeat(43) })).toEqual([1, 1])
  expect(await changed({}, '--fingerprint', '0000-1111')).toEqual([1, 1])
  writeFileSync(here('edited.txt'), '13 passed\n')
  expect(await changed({}, '--output', here('edited.txt'))).toEqual([1, 1])
  const other = new Checkout()
  other.write('index.js', 'other\n')
  expect(await changed({}, '--checkout', other.folder)).toEqual([1, 1])
  other.close()
})

test('the command cannot read the key of the one who signs', async () => {
  const key = here('.config/baton/machine/key.pem')
  expect(statSync(key).mode & 0o077).toBe(0)
  const { code, stdout } = await run(['--', 'cat', key])
  if (isRoot) expect([code, stdout]).toEqual([1, ''])
  else expect(stdout).toContain('PRIVATE KEY') // which is why it ranks only as `reported`
})

test('whoever calls by sudo opens the gate too, and gets nothing else of root’s', async () => {
  const feature = await building()
  const target = ['--feature', feature, '--gate', 'build']
  const { json } = await run(['--json', ...target, '--', ...command])
  expect(json.rank).toBe(isRoot ? 'observed' : 'reported')
  for (const more of [
    ['--as', 'root'],
    ['--output', here('taken')],
    ['--receipt', here('taken')],
  ]) {
    const { code } = await run([...target, ...more, '--', ...command])
    if (isRoot) expect(code).toBe(2)
  }
  if (isRoot) expect(existsSync(here('taken'))).toBe(false)
})

test('signed by the agent’s own user, or by nobody knows whom: reported, and the gate stays closed', async () => {
  const feature = await building()
  const own = await machine.run(['run', '--json', '--feature', feature, '--gate', 'build', '--', ...command], { cwd: checkout.folder })
  expect(own.json).toMatchObject({ rank: 'reported', exit_code: 0 })
  expect(own.json.reasons.join()).toMatch(/not known that the agent[^]*could read the key/)
  const same = await run(['--json', '--feature', feature, '--gate', 'build', '--', ...command], { SUDO_UID: String(process.getuid?.()) })
  expect(same.json.reasons.join()).toContain('own user of the system has signed it')
  expect((await acme.ann.call('POST', `/api/features/${feature}/advance`, {})).body.code).toBe('gate_closed')
})

test('a dirty file, another command and files that change meanwhile are told, and a failing command ends as it does', async () => {
  const feature = await building()
  const reasons = async (...argv: string[]): Promise<string> =>
    (await run(['--json', '--feature', feature, '--gate', 'build', '--', ...argv])).json.reasons.join('; ')
  expect(await reasons('true')).toContain('not the one that the gate pins')
  expect(await reasons('sh', '-c', 'echo "//" >> index.js')).toContain('files changed while the command ran')
  expect(await reasons(...command)).toContain('files differed from the commit')
  const failing = await run(['--json', '--feature', feature, '--gate', 'build', '--', 'sh', '-c', 'echo no >&2; exit 7'])
  expect([failing.code, failing.json.exit_code, failing.stderr]).toEqual([7, 7, 'no\n'])
  const { items } = await acme.ann.api.listEvidence({ feature })
  expect(items[0]).toMatchObject({ outcome: 'fail', exit_code: 7, log: 'no\n' })
})

test('a task, and what is called in a wrong way', async () => {
  const task = await acme.ann.api.createTask({ project: 'web', title: 'Build the door' })
  const done = await run(['--json', '--task', task.key, '--', 'sh', '-c', 'echo --json'])
  expect(done.json).toMatchObject({ task_id: task.id, rank: 'reported' })
  expect(await run(['--feature', 'WEB-F1', '--', 'true'])).toMatchObject({ code: 2, stderr: expect.stringContaining('--gate') })
  expect(await run(['--task', 'WEB-1', '--feature', 'WEB-F1', '--gate', 'build', '--', 'true'])).toMatchObject({ code: 2 })
  expect(await run(['--', 'no-such-program'])).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot be run') })
  expect(await run(['--as', 'no-such-user', '--', 'true'], {})).toMatchObject({ code: 1, stderr: expect.stringContaining('--as USER') })
  const outside = await machine.run(['run', '--', 'touch', here('ran')], { env: asAgent })
  expect(outside).toMatchObject({ code: 1, stderr: expect.stringContaining('no git checkout') })
  expect(existsSync(here('ran'))).toBe(false)
})
