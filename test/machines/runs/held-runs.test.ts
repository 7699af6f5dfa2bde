import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { dialAsMachine } from '../../../machine/src/dial.ts'
import { isSigned, type RunBody, type ToMachine, type ToServer } from '../../../src/platform/tunnel-protocol.ts'
import { TestMachine } from '../machines.ts'
import { RunScene } from './run-scene.ts'
import { waitFor } from '../../harness/wait.ts'

let scene: RunScene
let machine: TestMachine
let socket: WebSocket
const heard: ToMachine[] = []
beforeAll(async () => {
  scene = await RunScene.start()
  machine = await TestMachine.pair(scene.ann)
  await scene.ann.api.addCheckout({ workspace: 'shop', machine: machine.id, path: machine.folder })
  const { pairing } = machine.home
  if (!pairing) throw new Error('not paired')
  socket = await dialAsMachine(machine.home, pairing)
  socket.on('message', (data) => void heard.push(JSON.parse(data.toString())))
  socket.resume()
  const runs = { people: ['@ann'], clients: [{ name: 'claude', protocol: 'command' as const }], at_once: 2, quiet: false }
  say({ type: 'hello', client_version: '1', actions: [], ports: [], signers: [], last_seq: 0, runs })
})
afterAll(async () => {
  socket?.terminate()
  await machine?.close()
  await scene.close()
})

const say = (frame: ToServer) => socket.send(JSON.stringify(frame))
const frames = (type: string) =>
  heard.flatMap((frame) => (frame.type === 'signed' ? [JSON.parse(frame.body)] : [])).filter((body) => body.type === type)

test('a connected machine gets a run at once, in a signed frame; its heartbeat renews it and its results are received', async () => {
  await waitFor('the offer', async () => (await scene.ann.api.getTunnel({ tunnel: machine.id })).runs !== null)
  expect((await scene.ann.api.getTunnel({ tunnel: machine.id })).runs).toMatchObject({ people: ['ann'], at_once: 2 })
  const task = await scene.assigned()
  await waitFor('the frame', () => frames('run').length > 0)
  const signed = heard.find((frame) => frame.type === 'signed')
  const [{ key } = { key: null }] = await scene.baton.look<{ key: Buffer }>('select server_public_key as key from tunnels where id = $1', [
    machine.id,
  ])
  expect(signed?.type === 'signed' && key && isSigned(key, 'frame', signed.body, signed.signature)).toBe(true)
  const [run] = frames('run') as RunBody[]
  if (!run) throw new Error('no run')
  const name = { run: run.run, fence: run.fence }
  say({ type: 'run_started', ...name, branch: run.branch, worktree: `${machine.folder}/tree` })
  say({ type: 'run_output', ...name, seq: 1, kind: 'message', text: 'Hello' })
  await waitFor('the output', async () => (await scene.onlyRun(task.key)).last_line === 'Hello')
  const lease = async () =>
    (await scene.baton.look<{ until: Date }>('select lease_until as until from runs where id = $1', [run.run]))[0]?.until
  await scene.baton.look("update runs set lease_until = now() + interval '1 second' where id = $1", [run.run])
  const before = await lease()
  say({ type: 'heartbeat', runs: [name, { ...name, fence: 9 }] })
  await waitFor('the renewal', async () => Number(await lease()) > Number(before) + 60_000)
  await waitFor('the loss', () => heard.some((frame) => frame.type === 'run_lost' && frame.fence === 9))
  expect(heard.some((frame) => frame.type === 'run_lost' && frame.fence === run.fence)).toBe(false)
  await scene.ann.api.stopRun({ run: run.run })
  await waitFor('the order to stop', () => frames('stop_run').length > 0)
  const nothing = { exit_code: null, error: null, branch: null, base: null, head: null, receipt: null }
  say({ type: 'run_ended', ...name, outcome: 'stopped', ...nothing, files_changed: 0, insertions: 0, deletions: 0, dirty_files: 0 })
  await waitFor('the receipt', () => heard.some((frame) => frame.type === 'run_received'))
  expect(await scene.onlyRun(task.key)).toMatchObject({ state: 'stopped', branch: run.branch })
})
