import { readFileSync } from 'node:fs'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import type { Baton } from '../../harness/baton.ts'
import { call, streamableClient, type McpClient, type Reply, type ToolAnswer } from '../clients.ts'

/** One call of a recorded day of work. A value that begins with $ stands for a value from an earlier answer. */
interface Recorded {
  n: number
  agent: string
  tool: string
  args: Record<string, unknown>
  /** The values of the answer that later calls need: each one's name and its path. */
  keep?: Record<string, string>
  /** Prepares the data and isn't measured: the recording holds only the beginning of its arguments. */
  setup?: true
}

export interface Measured {
  n: number
  tool: string
  /** The error code, or ok. */
  outcome: string
  text: number
  structured: number
}

const recorded = readFileSync(new URL('calls.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded)

const line = 'The harbour master wants each line of the invoice to be clear, and the sum below it. Lorem ipsum dolor sit amet. '
const longText = (length: number): string => `## Minutes\n\n${line.repeat(Math.ceil(length / line.length))}`.slice(0, length)

const people: Record<string, Reply> = { eli: { action: 'accept', content: { confirm: true } }, dec: { action: 'decline' } }

/** Replays the whole day in a new organization, and returns how many tokens each answer costs a model. */
export async function replay(baton: Baton): Promise<Measured[]> {
  const owner = await (await baton.person('ann')).createOrganization('harbour')
  const member = (await baton.person('mia')).in('harbour')
  await owner.do('POST', '/api/organization/members', { user: 'mia' })
  const tokens = { owner: (await owner.mcpToken()).token, member: (await member.mcpToken()).token }
  const clients = new Map<string, McpClient>()
  const clientOf = async (agent: string): Promise<McpClient> => {
    const reply = people[agent]
    const token = agent === 'mia' ? tokens.member : tokens.owner
    const open =
      clients.get(agent) ?? (await streamableClient({ url: baton.url, token, client: agent, ...(reply && { person: () => reply }) }))
    clients.set(agent, open)
    return open
  }
  const known = new Map<string, unknown>()
  const measured: Measured[] = []
  await (await clientOf('builder')).callTool({ name: 'list_agents' })
  const { items } = await owner.do('GET', '/api/agents')
  known.set('builder', items[0].slug)
  for (const { n, agent, tool, args, keep = {}, setup } of recorded) {
    const given = filled(args, known)
    if (!given) continue
    const answer = await call(await clientOf(agent), tool, given)
    if (setup && answer.isError) throw new Error(`${n} ${tool}: ${answer.content[0]?.text}`)
    for (const [name, path] of Object.entries(keep)) known.set(name, at(answer.structuredContent, path))
    const { task, lease } = answer.structuredContent ?? {}
    if (lease?.fence) known.set(`fence of ${task.key}`, lease.fence)
    if (!setup) measured.push({ n, tool, ...costs(answer) })
  }
  await Promise.all([...clients.values()].map((client) => client.close()))
  return measured
}

function costs({ isError, content, structuredContent }: ToolAnswer): Omit<Measured, 'n' | 'tool'> {
  const text = content[0]?.text ?? ''
  const outcome = isError ? (/^\w+/.exec(text)?.[0] ?? 'error') : 'ok'
  return { outcome, text: encode(text).length, structured: structuredContent ? encode(JSON.stringify(structuredContent)).length : 0 }
}

/** Undefined if an answer that the arguments refer to never came. */
function filled(args: Record<string, unknown>, known: ReadonlyMap<string, unknown>): Record<string, unknown> | undefined {
  const given: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(args)) {
    given[name] = typeof value === 'string' && value.startsWith('$') ? standsFor(value, args, known) : value
    if (given[name] === undefined) return undefined
  }
  return given
}

function standsFor(value: string, args: Record<string, unknown>, known: ReadonlyMap<string, unknown>): unknown {
  if (value.startsWith('$long ')) return longText(Number(value.slice('$long '.length)))
  return known.get(value === '$fence' ? `fence of ${String(args['task']).toUpperCase()}` : value.slice(1))
}

const at = (value: any, path: string): unknown => path.split('.').reduce((inner, name) => inner?.[name], value)
