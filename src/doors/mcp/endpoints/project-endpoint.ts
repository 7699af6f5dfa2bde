import type { InputOf, OperationName, OutputOf } from '../../../capabilities/operations.ts'
import { Refusal } from '../../../kernel/errors.ts'
import type { Caller } from '../caller.ts'
import type { OperationRunner } from '../operation-runner.ts'
import type { Arguments, Endpoint, EndpointScope } from './endpoint.ts'
import { requireListed } from './narrow.ts'
import type { ProjectTools } from './project-tools.ts'

const note = 'This address works in one project, which is filled in by itself: leave `project` out.'

interface InProject {
  project_id?: string | null
}
type Run = <Name extends OperationName>(operation: Name, input: InputOf<Name>) => Promise<OutputOf<Name>>

/** Finds the project of something that is referenced by id, by reading it as the caller. */
const lookups: Record<string, (name: string, run: Run) => Promise<InProject>> = {
  task: (task, run) => run('getTask', { task, response_format: 'concise' }),
  note: (note, run) => run('getNote', { note }),
  spec: (spec, run) => run('getSpec', { spec, limit: 1 }),
  decision: (decision, run) => run('getDecision', { decision }),
  feature: (feature, run) => run('getFeature', { feature }),
  agent_session: (session, run) => run('getSession', { session }),
  memory: (memory, run) => run('getMemory', { memory }),
  activity: (activity, run) => run('getActivity', { activity }),
}

/** An endpoint for one project: fills the project in, and refuses what belongs to another however it is referenced. */
export function projectEndpoint(place: EndpointScope, { list, names, tools }: ProjectTools, runner: OperationRunner): Endpoint {
  const own = new Set([place.slug, place.id, place.key, place.name])

  async function requireHere(kind: string, name: unknown, caller: Caller): Promise<void> {
    if (typeof name !== 'string') return
    if (kind === 'project' ? own.has(name) : name.startsWith(`${place.key}-`)) return
    const lookup = lookups[kind]
    if (kind !== 'project' && (!lookup || (await isHere(lookup(name, (operation, input) => runner.run(operation, caller, input)))))) return
    throw new Refusal('forbidden', `This address works only in the project ${place.slug}. Use /mcp for anything else.`)
  }

  /** If it can't be read, the tool itself reports that. */
  async function isHere(looking: Promise<InProject>): Promise<boolean> {
    const found = await looking.catch(() => undefined)
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
