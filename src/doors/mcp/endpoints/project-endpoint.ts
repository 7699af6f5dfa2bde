import { Refusal } from '../../../kernel/errors.ts'
import type { Caller } from '../caller.ts'
import type { Errands } from '../errands.ts'
import type { Arguments, Endpoint, Place } from './endpoint.ts'
import { requireListed } from './narrow.ts'
import type { ProjectTools } from './project-tools.ts'

const note = 'This address works in one project, which is filled in by itself: leave `project` out.'

/** How to learn where something is that is named by id: by reading it, as the caller. */
const lookups: Record<string, (name: string) => [operation: string, input: object]> = {
  task: (task) => ['getTask', { task, response_format: 'concise' }],
  note: (note) => ['getNote', { note }],
  spec: (spec) => ['getSpec', { spec, limit: 1 }],
  decision: (decision) => ['getDecision', { decision }],
  feature: (feature) => ['getFeature', { feature }],
  agent_session: (session) => ['getSession', { session }],
  memory: (memory) => ['getMemory', { memory }],
  activity: (activity) => ['getActivity', { activity }],
}

/** An address that works in one project: it is filled in, and what is another's is refused however it is named. */
export function projectEndpoint(place: Place, { list, names, tools }: ProjectTools, errands: Errands): Endpoint {
  const own = new Set([place.slug, place.id, place.key, place.name])

  async function requireHere(kind: string, name: unknown, caller: Caller): Promise<void> {
    if (typeof name !== 'string') return
    if (kind === 'project' ? own.has(name) : name.startsWith(`${place.key}-`)) return
    const lookup = lookups[kind]?.(name)
    if (kind !== 'project' && (!lookup || (await isHere(...lookup, caller)))) return
    throw new Refusal('forbidden', `This address works in the project ${place.slug} alone. Use /mcp for what is elsewhere.`)
  }

  /** What cannot be read is for the tool itself to answer. */
  async function isHere(operation: string, input: object, caller: Caller): Promise<boolean> {
    const found = await errands.run<{ project_id?: string | null }>(operation, caller, input).catch(() => undefined)
    return !found?.project_id || found.project_id === place.id
  }

  return {
    ...{ tools: list, place, note },
    async admit(tool, given, caller): Promise<Arguments> {
      requireListed(names, tool, 'It works in one project.')
      const { references, fills } = tools.get(tool) ?? {}
      for (const [field, { kind }] of references ?? []) {
        for (const name of [given[field]].flat()) await requireHere(kind, name, caller)
      }
      return fills?.(given) ? { ...given, project: place.slug } : given
    },
  }
}
