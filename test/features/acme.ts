import type { Input, Output } from '../../client/src/create-client.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { Person } from '../harness/person.ts'
import { callTool } from '../looping/mcp-client.ts'

export const shaA = 'a'.repeat(40)
export const shaB = 'b'.repeat(40)

export type Gate = Input<'createWorkflow'>['gates'][number]
type EvidenceGate = Extract<Gate, { kind: 'evidence' }>

/** An organization with a project and two people who build and decide. */
export interface Acme {
  baton: Baton
  ann: Person
  bob: Person
  /** Creates a feature of this person, at the first of these gates. */
  feature(person: Person, gates?: Gate[], more?: Partial<Input<'createFeature'>>): Promise<Output<'createFeature'>>
  events(feature: string): Promise<{ type: string; data: any }[]>
  close(): Promise<void>
}

export async function startAcme(settings: Record<string, string> = {}): Promise<Acme> {
  const baton = await startBaton(settings)
  const ann = await (await baton.person('ann')).createOrganization('acme')
  const bob = (await baton.person('bob')).in('acme')
  await ann.api.addMember({ user: 'bob' })
  await ann.api.createProject({ name: 'Web', slug: 'web', key: 'WEB' })
  let count = 0
  return {
    baton,
    ann,
    bob,
    async feature(person, gates, more = {}) {
      const slug = `flow-${++count}`
      if (gates) await ann.api.createWorkflow({ name: 'Flow', slug, gates })
      return person.api.createFeature({ project: 'web', title: 'Dark mode', ...(gates && { workflow: slug }), ...more })
    },
    events: (feature) => baton.look('select type, data from events where subject_id = $1 order by seq', [feature]),
    close: () => baton.close(),
  }
}

export const withToken = (person: Person, token: string): Person =>
  new Person(person.url, { user: person.user, token, refresh_token: '' }, person.password, person.organization)

export const withKey = async (person: Person, scopes: string[]): Promise<Person> =>
  withToken(person, (await person.api.createApiKey({ name: 'key', scopes })).key)

/** This person's agent, calling through the MCP door. */
export async function agentOf(person: Person): Promise<(tool: string, input: unknown) => ReturnType<typeof callTool>> {
  const { token } = await person.api.createMcpToken({ name: 'agent' })
  return (tool, input) => callTool(person.url, token, tool, input)
}

export const missing = (body: any): string[] =>
  body.missing.map((one: any) => [one.gate, one.need, one.check, one.has].filter((part) => part !== null).join(' '))

export const evidenceGate = (
  key: string,
  check: string,
  rank: EvidenceGate['checks'][number]['rank'],
  before_code = false,
): EvidenceGate => ({
  key,
  name: key,
  kind: 'evidence',
  before_code,
  checks: [{ check, rank }],
})
export const reviewGate = { key: 'review', name: 'Review', kind: 'review' } as const satisfies Gate
export const approvalGate = { key: 'ship', name: 'Ship', kind: 'approval' } as const satisfies Gate
