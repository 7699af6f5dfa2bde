import { z } from 'zod'
import areasFile from '../../capabilities/areas.json' with { type: 'json' }
import { operationAreas } from '../../capabilities/operation-areas.ts'
import type { Contract, Method, Route } from '../../kernel/contract.ts'
import type { Operation } from '../../kernel/operation.ts'
import { pathParameters, type Schema } from '../shared/input-schema.ts'
import type { Content, RawRoute } from '../shared/raw-route.ts'
import { Components } from './openapi-components.ts'
import { seedRoutes } from './seed-routes.ts'

const { areas } = areasFile

const Problem: Schema = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'detail'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', description: 'Stable; act on this' },
    detail: { type: 'string', description: 'For a reader: what happened and what to do next' },
  },
}

const problem = (description: string, headers?: Record<string, string>) => ({
  description,
  ...(headers && {
    headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, { description: text, schema: { type: 'string' } }])),
  }),
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
})

const responses = {
  Unauthenticated: problem('No credential, or one that is unknown or has expired', {
    'WWW-Authenticate': 'Where a client learns how to log in (RFC 9728)',
  }),
  NotFound: problem('It does not exist, or you may not see it'),
  RateLimited: problem('Too many requests', { 'Retry-After': 'Seconds to wait' }),
  Problem: problem('A problem (RFC 9457); act on its code'),
}

const parameters = {
  Organization: {
    name: 'Baton-Organization',
    in: 'header',
    description: 'Id or handle of the organization; without it your personal one is meant',
    schema: { type: 'string' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A repeat with the same key has one effect and the same answer, for 24 hours. With a login of a person it has one effect for 90 days, and after a day is refused as already_done',
    schema: { type: 'string', maxLength: 255 },
  },
}

const response = (name: keyof typeof responses) => ({ $ref: `#/components/responses/${name}` })
const parameter = (name: keyof typeof parameters) => ({ $ref: `#/components/parameters/${name}` })

interface Sources {
  operations: ReadonlyMap<string, Operation>
  rawRoutes: readonly RawRoute[]
  version: string
}

interface Described {
  method: Method
  path: string
  area: string | undefined
  /** Without the parts that all routes have. */
  said: Record<string, unknown>
}

/** A router can't distinguish paths that differ only in the names of their parameters. */
const unnamed = (route: string): string => route.replace(/:\w+/g, ':')
const seed = new Set(seedRoutes.map(unnamed))

/** OpenAPI 3.1, generated from the contracts and from the descriptions of the other routes. */
export function openApi({ operations, rawRoutes, version }: Sources): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  const components = new Components({ Problem })
  const described = [
    ...[...operations.values()].flatMap((operation) => describe(operation, components)),
    ...rawRoutes.map((route) => describeRaw(route, components)),
  ]
  for (const { method, path, area, said } of described) {
    const { operationId, ...rest } = said
    const at = (paths[path.replace(/:(\w+)/g, '{$1}')] ??= {})
    at[method.toLowerCase()] = {
      operationId,
      tags: areas.filter(({ name }) => name === area).map(({ title }) => title),
      ...(seed.has(unnamed(`${method} ${path}`)) && { 'x-baton-seed': true }),
      ...rest,
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Baton', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/' }],
    tags: areas
      .filter(({ name }) => described.some(({ area }) => area === name))
      .map(({ title, description }) => ({ name: title, description }))
      .toSorted((one, other) => one.name.localeCompare(other.name)),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      parameters,
      responses,
      schemas: components.sorted(),
    },
  }
}

/** Describes an operation at each of its routes. Schemas that these have in common become components named after the operation. */
function describe({ name, contract }: Operation, components: Components): Described[] {
  const routes = contract.http ?? []
  if (routes.length === 0) return []
  const title = name.charAt(0).toUpperCase() + name.slice(1)
  const output = components.convert(contract.output, 'output')
  const answer = routes.length > 1 ? components.share(`${title}Result`, output) : output
  const inputs = routes.map((route) => inputOf(contract, route, components))
  const bodies = inputs.map(({ body }) => JSON.stringify(body))
  const repeated = bodies.find((body, place) => body && bodies.indexOf(body) < place)
  return routes.map((route, place) => {
    const { inParameters, required, body } = inputs[place] ?? {}
    const schema = body && (bodies[place] === repeated ? components.share(`${title}Body`, body) : body)
    return {
      method: route.method,
      path: route.path,
      area: operationAreas[name],
      said: {
        operationId: place === 0 ? name : `${name}_${place + 1}`,
        summary: contract.summary,
        'x-baton-permission': contract.permission,
        'x-baton-realm': contract.realm,
        ...(contract.permission !== 'anyone' && { security: [{ bearer: [] }] }),
        ...(inParameters?.length && { parameters: inParameters }),
        ...(schema && { requestBody: { required, content: { 'application/json': { schema } } } }),
        responses: {
          [contract.effect === 'create' ? '201' : '200']: {
            description: 'Done',
            content: {
              'application/json': { schema: answer },
              ...(contract.streams && { 'text/event-stream': { schema: { type: 'string' } } }),
            },
          },
          ...refusals(route.path, contract.permission === 'anyone'),
        },
      },
    }
  })
}

/** Describes a route that has no contract. */
function describeRaw(route: RawRoute, components: Components): Described {
  const { method, path, area, operationId, summary, open = false, query = {}, required = [], body, answers } = route
  const contentOf = (content: Content) =>
    Object.fromEntries(
      Object.entries(content).map(([type, schema]) => [
        type,
        schema === null ? {} : { schema: schema instanceof z.ZodType ? components.convert(schema, 'output') : schema },
      ]),
    )
  const inParameters = [
    ...pathParameters(path).map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...Object.entries(query).map(([name, { description, ...schema }]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      ...(description !== undefined && { description }),
      schema,
    })),
  ]
  return {
    method,
    path,
    area,
    said: {
      operationId,
      summary,
      ...(!open && { security: [{ bearer: [] }] }),
      ...(inParameters.length > 0 && { parameters: inParameters }),
      ...(body && { requestBody: { required: true, content: contentOf(body) } }),
      responses: {
        ...Object.fromEntries(
          Object.entries(answers).map(([status, { description, content }]) => [
            status,
            { description, ...(content && { content: contentOf(content) }) },
          ]),
        ),
        ...refusals(path, open),
      },
    },
  }
}

const refusals = (path: string, open: boolean) => ({
  ...(!open && { 401: response('Unauthenticated') }),
  ...(path.includes(':') && { 404: response('NotFound') }),
  429: response('RateLimited'),
  default: response('Problem'),
})

/** Where a route takes each field of the input: in its path, its query or its body. */
function inputOf(contract: Contract, route: Route, components: Components) {
  const input = components.resolve(components.convert(contract.input, 'input'))
  const inPath = new Map(pathParameters(route.path).map((name) => [route.params?.[name] ?? name, name]))
  const rest = Object.entries(input.properties ?? {}).filter(([field]) => !inPath.has(field) && !(field in (route.fixed ?? {})))
  const required = (input.required ?? []).filter((field) => rest.some(([name]) => name === field))
  const inQuery = route.method === 'GET' || route.method === 'DELETE'
  const body: Schema | undefined =
    inQuery || rest.length === 0
      ? undefined
      : {
          type: 'object',
          properties: Object.fromEntries(rest),
          ...(required.length > 0 && { required }),
          additionalProperties: false,
        }
  return {
    inParameters: [
      ...[...inPath].map(([field, name]) => ({ name, in: 'path', required: true, schema: input.properties?.[field] })),
      ...(inQuery ? rest.map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema })) : []),
      ...(contract.realm === 'organization' ? [parameter('Organization')] : []),
      ...(contract.effect !== 'read' && contract.permission !== 'anyone' ? [parameter('IdempotencyKey')] : []),
    ],
    required: required.length > 0,
    body,
  }
}
