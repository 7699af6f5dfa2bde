import { readFileSync } from 'node:fs'
import { rawRoutes as described } from '../../src/doors/rest/server.ts'
import type { Contract, Rehearsal } from '../../src/kernel/contract.ts'
import type { Registry } from './references.ts'

/** What the seed contract names: all of it must be served. */
export interface Rows {
  endpoints: { method: string; path: string; access: string }[]
  tools: { tool: string; category: string }[]
}

const named = described.map(({ method, path }) => `${method} ${path}`)

/** Served only as a WebSocket upgrade. */
export const sockets = ['GET /api/ws', 'GET /api/tunnels/:id/ws', 'GET /api/tunnels/reverse']

/** HTTP routes that aren't operations: streams, redirects, health. */
export const rawRoutes = named.filter((route) => !sockets.includes(route))

export const readRows = (): Rows => ({
  endpoints: table('endpoints.tsv') as Rows['endpoints'],
  tools: table('tools.tsv') as Rows['tools'],
})

function table(file: string): Record<string, string>[] {
  const [head = '', ...lines] = readFileSync(new URL(`../contract/${file}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  const columns = head.split('\t')
  return lines.map((line) => Object.fromEntries(line.split('\t').map((cell, place) => [columns[place] ?? '', cell])))
}

/** Mounted is not the same as served: an operation that refuses even when everything is right, or is marked incomplete, doesn't count. */
const isWhole = ({ incomplete, rehearsal }: Contract, own?: Rehearsal): boolean =>
  incomplete === undefined && (own ?? rehearsal)?.refuses === undefined

/** Paths are compared without parameter names: a router can't tell them apart either. */
const place = (method: string, path: string): string => `${method} ${path.replace(/:\w+/g, ':')}`

interface Served {
  operation: string
  whole: boolean
  realm: string
  permission: string
}

function servedRoutes(operations: Registry, failures: string[]): Map<string, Served> {
  const served = new Map<string, Served>(
    [...rawRoutes, ...sockets].map((route) => [
      place(...(route.split(' ') as [string, string])),
      { operation: 'raw', whole: true, realm: '', permission: '' },
    ]),
  )
  for (const { name, contract } of operations.values()) {
    for (const { method, path, rehearsal } of contract.http ?? []) {
      const at = place(method, path)
      const other = served.get(at)
      if (other) failures.push(`${name} | ${method} ${path}: ${other.operation} is mounted there already`)
      const { realm, permission } = contract
      served.set(at, { operation: name, whole: isWhole(contract, rehearsal), realm, permission })
    }
  }
  return served
}

/** Checks that every row is served completely, to the callers that its access column names. */
export function checkEndpoints(operations: Registry, rows: Rows): string[] {
  const failures: string[] = []
  const served = servedRoutes(operations, failures)
  for (const { method, path, access } of rows.endpoints) {
    const row = `${method} ${path}`
    const found = served.get(place(method, path))
    if (!found) failures.push(`${row} is not served`)
    else if (!found.whole) failures.push(`${row}: ${found.operation} only refuses or is incomplete`)
    if (found && found.operation !== 'raw') failures.push(...checkAccess(row, access, found))
  }
  return failures
}

function checkAccess(row: string, access: string, { operation, realm, permission }: Served): string[] {
  const right =
    access === 'public'
      ? permission === 'anyone'
      : access === 'admin'
        ? realm === 'instance'
        : permission !== 'anyone' && realm !== 'instance'
  return right || access === 'nonce' ? [] : [`${row} is for ${access}, but ${operation} is ${realm} with permission ${permission}`]
}

export function checkTools(operations: Registry, rows: Rows): string[] {
  const failures: string[] = []
  const served = new Map<string, { category: string; whole: boolean }>()
  for (const { name, contract } of operations.values()) {
    if (!contract.mcp) continue
    const { tool, category } = contract.mcp
    if (served.has(tool)) failures.push(`${name}: the tool ${tool} is there twice`)
    served.set(tool, { category, whole: isWhole(contract) })
    if (!rows.tools.some((row) => row.tool === tool)) failures.push(`${name}: the tool ${tool} is none of tools.tsv`)
  }
  for (const { tool, category } of rows.tools) {
    const found = served.get(tool)
    if (!found) failures.push(`${tool} is not served`)
    else if (!found.whole) failures.push(`${tool} only refuses or is incomplete`)
    if (found && found.category !== category) failures.push(`${tool} is in category ${found.category}, the contract says ${category}`)
  }
  return failures
}

const realms: Record<string, RegExp> = {
  public: /^anyone$/,
  identity: /^(anyone|self|system)$/,
  account: /^self$/,
  organization: /^([a-z_]+:(read|write|manage|own)|system)$/,
  instance: /^(administrator|system)$/,
}

/** Operations that change something only for the caller, so that a read permission is enough, and why. */
const own: Record<string, string> = {
  chooseTeam: 'which of their teams the caller has in front of them',
}

/** What every contract must declare. */
export function checkDeclarations(operations: Registry): string[] {
  const failures: string[] = []
  for (const [key, { name, contract }] of operations) {
    const say = (what: string) => failures.push(`${name}: ${what}`)
    const { realm, permission, summary, effect, http, mcp, job } = contract
    if (key !== name) say(`is registered as ${key}`)
    if (!realms[realm]) say(`has no realm (${realm})`)
    else if (!realms[realm].test(permission ?? '')) say(`permission ${permission} does not fit the realm ${realm}`)
    if (!summary) say('has no summary')
    const isServed = Boolean(http?.length || mcp)
    if (isServed && permission === 'system') say('is the worker’s alone, but a door serves it')
    // Reading what concerns only others, such as whom they invited, requires the manage permission.
    const reads = permission?.endsWith(':read') || (effect === 'read' && permission?.endsWith(':manage'))
    if (isServed && realm === 'organization' && (effect === 'read') !== reads && !(name in own))
      say(`effect ${effect} does not fit ${permission}`)
    if (isServed && job) say('is a job and has a door of its own')
    if (effect === 'read' && http?.some(({ method }) => method !== 'GET' && method !== 'POST')) say('reads, but has a route that changes')
    if (effect !== 'read' && http?.some(({ method }) => method === 'GET')) say('changes something behind a GET')
    if (mcp && mcp.tool !== name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)) say(`its tool is called ${mcp.tool}`)
  }
  return failures
}
