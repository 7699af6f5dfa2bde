/** A path parameter takes the input field of the same name; `fixed` holds the field values that the path implies. */
export interface ClientRoute {
  method: string
  path: string
  fixed?: Readonly<Record<string, unknown>>
}

export interface ClientRequest {
  method: string
  path: string
  body: string | undefined
}

/** Puts each input field where the route expects it: path, query or body. */
export function buildRequest(choices: readonly ClientRoute[], input: Record<string, unknown>): ClientRequest {
  const route = choices.find((choice) => stands(choice, input)) ?? choices[0]
  if (!route) throw new Error('this operation has no route')
  const rest = { ...input }
  for (const field of Object.keys(route.fixed ?? {})) delete rest[field]
  const path = route.path.replace(/:(\w+)/g, (_, field: string) => {
    const value = rest[field]
    delete rest[field]
    return encodeURIComponent(String(value))
  })
  if (route.method !== 'GET' && route.method !== 'DELETE') return { method: route.method, path, body: JSON.stringify(rest) }
  const query = new URLSearchParams(Object.entries(rest).flatMap(([name, value]) => pairs(name, value))).toString()
  return { method: route.method, path: query ? `${path}?${query}` : path, body: undefined }
}

/** Whether the route fits the input: every field it fixes has that value or is omitted. */
function stands({ fixed = {} }: ClientRoute, input: Record<string, unknown>): boolean {
  return Object.entries(fixed).every(([field, value]) => input[field] === undefined || input[field] === value)
}

function pairs(name: string, value: unknown): [string, string][] {
  if (value === undefined) return []
  return (Array.isArray(value) ? value : [value]).map((one) => [name, String(one)])
}
