import type { ListResourcesResult, ListResourceTemplatesResult, Resource } from '@modelcontextprotocol/server'
import type { Caller } from '../caller.ts'
import type { Place } from '../endpoints/endpoint.ts'
import type { Errands } from '../errands.ts'
import { protocolError } from '../protocol-error.ts'
import { kindNamed, kinds } from './kinds.ts'
import { templateOf, uriOf } from './uris.ts'

const json = 'application/json'
const projectsAtOnce = 50
const mostRecent = 20
const recentKinds = ['task', 'note', 'spec', 'decision', 'skill']

export interface Suggested {
  kind: string
  id: string
  ref: string | null
  title: string
  updated_at: string
}

interface Projects {
  items: { slug: string; name: string; updated_at: string }[]
  next_cursor: string | null
}

/** The same for everybody and at every time, so made once. */
export const templates: ListResourceTemplatesResult = {
  resourceTemplates: kinds.map((kind) => ({
    ...{ uriTemplate: templateOf(kind), name: kind.name, title: kind.title, description: kind.description, mimeType: json },
  })),
}

/** The projects the caller sees, and with the first of them what was worked on last. */
export async function listResources(
  errands: Errands,
  caller: Caller,
  cursor: string | undefined,
  place: Place | undefined,
): Promise<ListResourcesResult> {
  try {
    const { items, next } = place ? { items: [placeResource(place)], next: null } : await projects(errands, caller, cursor)
    const recent = cursor === undefined ? await recentThings(errands, caller, place) : []
    return { resources: [...items, ...recent], ...(next && { nextCursor: next }) }
  } catch (error) {
    throw protocolError(error)
  }
}

const placeResource = ({ slug, name, updated_at }: Place): Resource => resource('project', slug, name, updated_at)

async function projects(errands: Errands, caller: Caller, cursor: string | undefined): Promise<{ items: Resource[]; next: string | null }> {
  if (!errands.may('listProjects', caller.principal)) return { items: [], next: null }
  const input = { limit: projectsAtOnce, ...(cursor !== undefined && { cursor }) }
  const { items, next_cursor } = await errands.run<Projects>('listProjects', caller, input)
  return { items: items.map(({ slug, name, updated_at }) => resource('project', slug, name, updated_at)), next: next_cursor }
}

async function recentThings(errands: Errands, caller: Caller, place: Place | undefined): Promise<Resource[]> {
  if (!errands.may('listSuggestions', caller.principal)) return []
  const input = { kinds: recentKinds, limit: mostRecent, ...(place && { project: place.slug }) }
  const { items } = await errands.run<{ items: Suggested[] }>('listSuggestions', caller, input)
  return items.flatMap((one) => {
    const kind = kindNamed(one.kind)
    return kind && errands.may(kind.operation, caller.principal) ? resource(kind.name, one.ref ?? one.id, one.title, one.updated_at) : []
  })
}

function resource(name: string, value: string, title: string, lastModified: string): Resource {
  const kind = kindNamed(name)
  if (!kind) throw new Error(`there is no kind ${name}`)
  return { uri: uriOf(kind, value), name: value, title, mimeType: json, annotations: { lastModified } }
}
