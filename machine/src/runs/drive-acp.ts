import { Readable, Writable } from 'node:stream'
import {
  PROTOCOL_VERSION,
  client,
  ndJsonStream,
  type NewSessionResponse,
  type PromptResponse,
  type SessionNotification,
} from '@agentclientprotocol/sdk'
import { toolKinds, type ToolKind } from '../../../src/platform/tunnel-protocol.ts'
import type { Output } from './output.ts'
import { answerPermission } from './permissions.ts'
import type { Client } from './run-rules.ts'
import type { Supervised } from './supervise.ts'

interface Options {
  agent: Supervised
  rules: Client
  worktree: string
  prompt: string
  mcp: { url: string; token: string }
  /** The conversation to resume. */
  session: string | null
  output: Output
  /** Called for each tool call that this machine doesn't allow. */
  refused(kind: ToolKind): void
  /** Called once the conversation has an id. */
  named(session: string): void
}

/** Runs one prompt over the Agent Client Protocol; throws the agent's error if it fails. */
export async function driveAcp({ agent, rules, worktree, prompt, mcp, session, output, refused, named }: Options): Promise<void> {
  agent.stderr.on('data', (data: Buffer) => output.data('stderr', data))
  const stream = ndJsonStream(
    Writable.toWeb(agent.stdin) as WritableStream<Uint8Array>,
    Readable.toWeb(agent.stdout) as ReadableStream<Uint8Array>,
  )
  // Loading an old conversation replays its updates, which must not be output again.
  let isPast = false
  const app = client({ name: 'baton-machine' })
    .onRequest('session/request_permission', ({ params }) => {
      const { answer, allows } = answerPermission(params, worktree, rules)
      if (!allows) {
        const { title, name, kind } = params.toolCall
        output.note(`Not allowed on this machine: ${title ?? name ?? 'a tool'}`)
        refused(toolKinds.find((one) => one === kind) ?? 'other')
      }
      return answer
    })
    .onNotification('session/update', ({ params }) => {
      if (!isPast) tell(params, output)
    })
  await app.connectWith(stream, async (to) => {
    const { agentCapabilities: can } = await to.request('initialize', {
      protocolVersion: PROTOCOL_VERSION,
      clientInfo: { name: 'baton', version: '1' },
      clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
    })
    const headers = [{ name: 'Authorization', value: `Bearer ${mcp.token}` }]
    const place = { cwd: worktree, mcpServers: [{ type: 'http' as const, name: 'baton', url: mcp.url, headers }] }
    const load = (old: string) =>
      to.request('session/load', { sessionId: old, ...place }).then(
        () => old,
        () => null,
      )
    isPast = true
    const loaded = session !== null && can?.loadSession ? await load(session) : null
    isPast = false
    const sessionId = loaded ?? ((await to.request('session/new', place)) as NewSessionResponse).sessionId
    named(sessionId)
    const said = { sessionId, prompt: [{ type: 'text' as const, text: prompt }] }
    const { stopReason } = (await to.request('session/prompt', said)) as PromptResponse
    if (stopReason !== 'end_turn') throw new Error(`The agent stopped: ${stopReason}.`)
  })
}

function tell({ update }: SessionNotification, output: Output): void {
  if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text') output.add('message', update.content.text)
  else if (update.sessionUpdate === 'tool_call') output.add('tool', update.title)
  else if (update.sessionUpdate === 'tool_call_update' && update.status === 'failed') output.add('tool', `${update.title ?? 'It'} failed`)
}
