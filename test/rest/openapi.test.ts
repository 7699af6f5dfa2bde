import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { contracts } from '../../src/capabilities/contracts.ts'
import { operations } from '../../src/capabilities/operations.ts'
import { openApi } from '../../src/doors/rest/openapi.ts'
import { rawRoutes } from '../../src/doors/rest/server.ts'
import { startBaton } from '../harness/baton.ts'
import { readRows } from '../looping/contract-rows.ts'

interface Document {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, { operationId: string; tags: string[]; 'x-baton-seed'?: true; responses: Record<string, unknown> }>>
  components: Record<string, Record<string, unknown>>
}

const document = openApi({ operations, rawRoutes, version: 'test' }) as unknown as Document
const described = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ route: unnamed(`${method.toUpperCase()} ${path}`), ...operation })),
)
const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)]

test('each component has a name that reads like a noun, and somebody refers to it', () => {
  const used = new Set(references.map(([, section, name]) => `${section}/${name}`))
  for (const section of ['schemas', 'parameters', 'responses']) {
    for (const name of Object.keys(document.components[section] ?? {})) {
      expect(name).toMatch(/^([A-Z][a-z]+)+$/)
      expect(used).toContain(`${section}/${name}`)
    }
  }
})

test('an answer that several operations give is written once', () => {
  const seen = new Map<string, number>()
  const count = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { properties } = value as { properties?: object }
    // Schemas with few fields are easier to read inline.
    if (properties && Object.keys(properties).length > 4) seen.set(JSON.stringify(value), (seen.get(JSON.stringify(value)) ?? 0) + 1)
    for (const part of Object.values(value)) count(part)
  }
  for (const methods of Object.values(document.paths)) for (const { responses } of Object.values(methods)) count(responses)
  count(document.components['schemas'])
  expect([...seen].filter(([, times]) => times > 1).map(([text]) => text)).toEqual([])
})

test('every operation says what it refuses by the shared responses', () => {
  for (const { route, responses } of described) expect(responses['default'], route).toEqual({ $ref: '#/components/responses/Problem' })
})

/** Compares paths without parameter names, because a router can't tell those apart either. */
function unnamed(route: string): string {
  return route.replace(/:\w+|\{\w+\}/g, ':')
}

/** Routes that are served but aren't part of the API. */
const undescribed: [RegExp, string][] = [
  [/^GET \/$/, 'the page of the dashboard'],
  [/^GET \/(assets\/|pages\/|favicon\.ico$)/, 'static files of pages'],
  [/^GET \/(blog|docs|p|u)(\/|$)|^GET \/(llms|robots|sitemap)[^/]*$/, 'what everybody may read, as pages and for crawlers'],
  [/^(GET|POST) \/oauth\/interaction\//, 'the login and consent page of the OAuth server, and the forms on it'],
  [/^POST \/internal\//, 'questions between processes of one instance'],
]

test('every route that the server has is described, or is no part of the API', async () => {
  const served: string[] = []
  const watch = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }) => void served.push(...[method].flat().map((one) => unnamed(`${one} ${url}`))))
  }
  subscribe('fastify.initialization', watch)
  const baton = await startBaton({ AUTH_BACKEND_KEY: 'k'.repeat(40) })
  unsubscribe('fastify.initialization', watch)
  await baton.close()
  const routes = served.filter((route) => !route.startsWith('HEAD ') && !route.startsWith('OPTIONS '))
  expect(routes.length).toBeGreaterThan(300)
  const known = new Set(described.map(({ route }) => route))
  const missing = routes.filter((route) => !known.has(route) && !undescribed.some(([pattern]) => pattern.test(route)))
  expect(missing).toEqual([])
  // WebSocket paths aren't routes of the router: they answer an upgrade.
  expect([...known].filter((route) => !routes.includes(route))).toEqual(['GET /api/ws', 'GET /api/tunnels/reverse'])
  for (const [pattern, why] of undescribed.slice(1))
    expect(
      routes.some((route) => pattern.test(route)),
      why,
    ).toBe(true)
})

test('the operations of the seed are marked, and no others', () => {
  const seed = new Set(readRows().endpoints.map(({ method, path }) => unnamed(`${method} ${path}`)))
  const marked = new Set(described.filter((operation) => operation['x-baton-seed']).map(({ route }) => route))
  expect(marked).toEqual(seed)
})

test('every operation is in the one area of its contract, and areas have a title and a sentence, in order', () => {
  const titles = document.tags.map(({ name }) => name)
  expect(titles).toEqual(titles.toSorted((one, other) => one.localeCompare(other)))
  for (const { description } of document.tags) expect(description).toMatch(/^[A-Z].+\.$/)
  for (const { route, tags } of described) {
    expect(tags, route).toHaveLength(1)
    expect(titles, route).toContain(tags[0])
  }
  const tagOf = (name: keyof typeof contracts) => described.find(({ operationId }) => operationId === name)?.tags
  expect(tagOf('createTask')).toEqual(['Work'])
  expect(tagOf('storeMemory')).toEqual(['Memory'])
})
