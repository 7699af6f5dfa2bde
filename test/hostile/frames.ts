import type { ToServer } from '../../src/platform/tunnel-protocol.ts'

// What a machine and a browser send when all is well.

export const hello: ToServer = { type: 'hello', client_version: '0.6.0', actions: [], ports: [3000], signers: [], last_seq: 0, runs: null }

const id = crypto.randomUUID()
const run = { run: id, fence: 1 }
export const machineFrames: ToServer[] = [
  { ...hello, actions: [{ name: 'note', description: 'x', risk: 'write', schema: { type: 'object' } }] },
  { type: 'heartbeat', runs: [run] },
  { type: 'acknowledged', id },
  { type: 'result', id, outcome: 'done', exit_code: 0, output: 'x', error: null },
  { type: 'stream_refused', stream: id, reason: 'no' },
  { type: 'run_started', ...run, branch: 'x', worktree: '/x' },
  { type: 'run_output', ...run, seq: 1, kind: 'stdout', text: 'x' },
  {
    ...{ type: 'run_ended', ...run, outcome: 'done', exit_code: 0, error: null, branch: null, base: null, head: null },
    ...{ files_changed: 0, insertions: 0, deletions: 0, dirty_files: 0, receipt: { body: '{}', signature: 'x' } },
  },
]

export const browserFrames = [
  { subscribe: { id: 'a', to: 'organization', after: 0, most: 100 } },
  { subscribe: { id: 'b', to: 'project', project: 'web' } },
  { subscribe: { id: 'c', to: 'user' } },
  { subscribe: { id: 'd', to: 'session', session: crypto.randomUUID() } },
  { subscribe: { id: 'e', to: 'feature', feature: 'WEB-F1' } },
  { unsubscribe: 'a' },
  { present: { project: 'web' } },
  { ping: 1 },
]
