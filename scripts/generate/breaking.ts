interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
}

interface Body {
  content?: Record<string, { schema: Schema }>
}

interface Described {
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[]
  requestBody?: Body
  responses?: Record<string, Body>
}

export interface OpenApi {
  info: { version: string }
  paths: Record<string, Record<string, Described>>
}

export interface McpTool {
  name: string
  inputSchema: Schema
}

/** What breaks a program written against `before`: an operation removed, an input now rejected, a field no longer returned. */
export function breakingOpenApi(before: OpenApi, after: OpenApi): string[] {
  const current = inlined(after.paths, after)
  return Object.entries(inlined(before.paths, before)).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, old]) => {
      const where = `${method.toUpperCase()} ${path}`
      const now = current[path]?.[method]
      return now ? [...narrowed(inputOf(old), inputOf(now), where), ...lost(outputOf(old), outputOf(now), where)] : [`${where} was removed`]
    }),
  )
}

/** Inlines references, so that moving a schema into the components is no change. A recursive reference is expanded once. */
function inlined<Value>(value: Value, document: OpenApi, following: readonly string[] = []): Value {
  if (Array.isArray(value)) return value.map((one) => inlined(one, document, following)) as Value
  if (typeof value !== 'object' || value === null) return value
  const { $ref, ...own } = value as { $ref?: unknown }
  const plain = Object.fromEntries(Object.entries(own).map(([key, one]) => [key, inlined(one, document, following)])) as Value
  if (typeof $ref !== 'string' || following.includes($ref)) return plain
  const target = $ref
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], document)
  return { ...inlined(target as Value, document, [...following, $ref]), ...plain }
}

export function breakingTools(before: readonly McpTool[], after: readonly McpTool[]): string[] {
  return before.flatMap((old) => {
    const now = after.find((tool) => tool.name === old.name)
    return now ? narrowed(old.inputSchema, now.inputSchema, old.name) : [`${old.name} was removed`]
  })
}

/** Parameters and body as one object: a parameter's location is part of its name. */
function inputOf({ parameters = [], requestBody }: Described): Schema {
  const body = requestBody?.content?.['application/json']?.schema
  return {
    type: 'object',
    properties: { ...Object.fromEntries(parameters.map((one) => [`${one.in} ${one.name}`, one.schema ?? {}])), ...body?.properties },
    required: [...parameters.filter((one) => one.required).map((one) => `${one.in} ${one.name}`), ...(body?.required ?? [])],
  }
}

function outputOf({ responses = {} }: Described): Schema {
  const good = Object.entries(responses).find(([status]) => status.startsWith('2'))
  return good?.[1].content?.['application/json']?.schema ?? {}
}

function narrowed(before: Schema, after: Schema, where: string): string[] {
  const problems: string[] = []
  for (const [name, old] of Object.entries(before.properties ?? {})) {
    const now = after.properties?.[name]
    if (now) problems.push(...narrowed(old, now, `${where}: ${name}`))
    else problems.push(`${where}: the input ${name} was removed`)
  }
  for (const name of after.required ?? [])
    if (!before.required?.includes(name)) problems.push(`${where}: the input ${name} is newly required`)
  if (after.enum) {
    const gone = before.enum ? before.enum.filter((value) => !after.enum?.includes(value)) : ['any other value']
    if (gone.length > 0) problems.push(`${where} no longer takes ${gone.join(', ')}`)
  }
  for (const bound of ['maxLength', 'maximum', 'maxItems'] as const)
    if ((after[bound] ?? Infinity) < (before[bound] ?? Infinity)) problems.push(`${where}: ${bound} is lower`)
  for (const bound of ['minLength', 'minimum'] as const)
    if ((after[bound] ?? -Infinity) > (before[bound] ?? -Infinity)) problems.push(`${where}: ${bound} is higher`)
  const refused = typesOf(before).filter((type) => !typesOf(after).includes(type))
  if (refused.length > 0 && typesOf(after).length > 0) problems.push(`${where} no longer takes ${refused.join(', ')}`)
  if (before.items && after.items) problems.push(...narrowed(before.items, after.items, `${where}[]`))
  return problems
}

function lost(before: Schema, after: Schema, where: string): string[] {
  const problems: string[] = []
  for (const [name, old] of Object.entries(before.properties ?? {})) {
    const now = after.properties?.[name]
    if (now) problems.push(...lost(old, now, `${where}: ${name}`))
    else problems.push(`${where}: the answer’s ${name} was removed`)
  }
  const fresh = typesOf(after).filter((type) => !typesOf(before).includes(type))
  if (fresh.length > 0 && typesOf(before).length > 0) problems.push(`${where} may now be ${fresh.join(', ')}`)
  if (before.items && after.items) problems.push(...lost(before.items, after.items, `${where}[]`))
  return problems
}

const typesOf = ({ type, anyOf = [] }: Schema): string[] =>
  [...(type === undefined ? [] : [type].flat()), ...anyOf.flatMap(typesOf)].toSorted()
