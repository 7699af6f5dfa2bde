import type { Contract, Route } from '../../kernel/contract.ts'
import type { Operation } from '../../kernel/operation.ts'
import { jsonSchema, pathParameters, type Schema } from './input.ts'

const problem = {
  description: 'A problem (RFC 9457)',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
}

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

/** OpenAPI 3.1, made from the contracts alone. */
export function openApi(operations: ReadonlyMap<string, Operation>, version: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  const schemas: Record<string, Schema> = { Problem }
  for (const { name, contract } of operations.values()) {
    for (const [place, route] of (contract.http ?? []).entries()) {
      const path = route.path.replace(/:(\w+)/g, '{$1}')
      paths[path] ??= {}
      paths[path][route.method.toLowerCase()] = describe(
        place === 0 ? name : `${name}_${place + 1}`,
        contract,
        route,
        answerOf(name, contract, schemas),
      )
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Baton', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas,
    },
  }
}

/** A schema that names itself moves to the components: in OpenAPI a reference is read from the document's root. */
function answerOf(name: string, contract: Contract, schemas: Record<string, Schema>): Schema {
  const text = JSON.stringify(jsonSchema(contract.output, 'output')).replaceAll('#/$defs/', `#/components/schemas/${name}`)
  const { $defs = {}, ...answer } = JSON.parse(text) as Schema & { $defs?: Record<string, Schema> }
  for (const [definition, schema] of Object.entries($defs)) schemas[name + definition] = schema
  return answer
}

function describe(operationId: string, contract: Contract, route: Route, answer: Schema): Record<string, unknown> {
  const input = jsonSchema(contract.input, 'input')
  const inPath = new Map(pathParameters(route.path).map((name) => [route.params?.[name] ?? name, name]))
  const rest = Object.entries(input.properties ?? {}).filter(([field]) => !inPath.has(field) && !(field in (route.fixed ?? {})))
  const required = (input.required ?? []).filter((field) => rest.some(([name]) => name === field))
  const inQuery = route.method === 'GET' || route.method === 'DELETE'
  const parameters = [
    ...[...inPath].map(([field, name]) => ({ name, in: 'path', required: true, schema: input.properties?.[field] })),
    ...(inQuery ? rest.map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema })) : []),
    ...(contract.realm === 'organization' ? [{ name: 'Baton-Organization', in: 'header', schema: { type: 'string' } }] : []),
    ...(contract.effect !== 'read' && contract.permission !== 'anyone'
      ? [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: 255 } }]
      : []),
  ]
  const body: Schema = {
    type: 'object',
    properties: Object.fromEntries(rest),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
  const status = contract.effect === 'create' ? '201' : '200'
  return {
    operationId,
    summary: contract.summary,
    'x-baton-permission': contract.permission,
    'x-baton-realm': contract.realm,
    ...(contract.permission !== 'anyone' && { security: [{ bearer: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(!inQuery &&
      rest.length > 0 && { requestBody: { required: required.length > 0, content: { 'application/json': { schema: body } } } }),
    responses: {
      [status]: { description: 'Done', content: { 'application/json': { schema: answer } } },
      default: problem,
    },
  }
}
