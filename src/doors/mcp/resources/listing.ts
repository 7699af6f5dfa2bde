import type { ListResourcesResult, ListResourceTemplatesResult, Resource } from '@modelcontextprotocol/server'
import type { InputOf } from '../../../capabilities/operations.ts'
import type { Caller } from '../caller.ts'
import type { EndpointScope } from '../endpoints/endpoint.ts'
import type { OperationRunner } from '../operation-runner.ts'
import { protocolError } from '../protocol-error.ts'
import { kindNamed, kinds } from './kinds.ts'
import { templateOf, uriOf } from './uris.ts'

const json = 'application/json'
const projectsAtOnce = 50
const mostRecent = 20
const recentKinds = ['task', 'note', 'spec', 'decision', 'skill'] satisfies InputOf<'listSuggestions'>['kinds']

/** The same for everyone at all times, so built once. */
export const templates: ListResourceTemplatesResult = {
  resourceTemplates: kinds.map((kind) => ({
    ...{ uriTemplate: templateOf(kind), name: kind.name, title: kind.title, description: kind.description, mimeType: json },
  })),
}

/** The projects the caller can see; the first page also has what was worked on recently. */
export async function listResources(
  runner: OperationRunner,
  caller: Caller,
  cursor: string | undefined,
  place: EndpointScope | undefined,
): Promise<ListResourcesResult> {
  try {
    const { items, next } = place ? { items: [placeResource(place)], next: null } : await projects(runner, caller, cursor)
    const recent = cursor === undefined ? await recentThings(runner, caller, place) : []
    return { resources: [...items, ...recent], ...(next && { nextCursor: next }) }
  } catch (error) {
    throw protocolError(error)
  }
}

const placeResource = ({ slug, name, updated_at }: EndpointScope): Resource => resource('project', slug, name, updated_at)

async function projects(
  runner: OperationRunner,
  caller: Caller,
  cursor: string | undefined,
): Promise<{ items: Resource[]; next: string | null }> {
  if (!runner.may('listProjects', caller.principal)) return { items: [], next: null }
  const input = { limit: projectsAtOnce, ...(cursor !== undefined && { cursor }) }
  const { items, next_cursor } = await runner.run('listProjects', caller, input)
  return { items: items.map(({ slug, name, updated_at }) => resource('project', slug, name, updated_at)), next: next_cursor }
}

async function recentThings(runner: OperationRunner, caller: Caller, place: EndpointScope | undefined): Promise<Resource[]> {
  if (!runner.may('listSuggestions', caller.principal)) return []
  const input = { kinds: recentKinds, limit: mostRecent, ...(place && { project: place.slug }) }
  const { items } = await runner.run('listSuggestions', caller, input)
  return items.flatMap((one) => {
    const kind = kindNamed(one.kind)
    return kind && runner.may(kind.operation, caller.principal) ? resource(kind.name, one.ref ?? one.id, one.title, one.updated_at) : []
  })
}

function resource(name: string, value: string, title: string, lastModified: string): Resource {
  const kind = kindNamed(name)
  if (!kind) throw new Error(`there is no kind ${name}`)
  return { uri: uriOf(kind, value), name: value, title, mimeType: json, annotations: { lastModified } }
}
