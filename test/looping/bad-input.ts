import fc from 'fast-check'
import { jsonSchema, type Schema } from '../../src/doors/shared/input-schema.ts'
import { nobody, type Principal } from '../../src/kernel/context.ts'
import { Refusal } from '../../src/kernel/errors.ts'
import { execute } from '../../src/kernel/execute.ts'
import type { Operation } from '../../src/kernel/operation.ts'
import type { Person } from '../harness/person.ts'
import { doorsOf, toRequest, type Door } from './doors.ts'
import type { Outcome } from './outcome.ts'
import type { Report } from './isolation.ts'
import { nastyRequests, nastyValues, valuesAround } from './nasty-values.ts'
import { definitionOf, referencesIn, type Reference } from './references.ts'
import { inFlight } from './in-flight.ts'
import type { Places } from './places.ts'
import { every } from './scene.ts'
import type { World } from './world.ts'

type Input = Record<string, unknown>

/** How much to try: the number of random input changes per operation, and the stride through the nasty values and requests. */
export interface Effort {
  runs: number
  every: number
}

/** BATON_FUZZ=all tries every value in every field. */
export const usualEffort: Effort = process.env['BATON_FUZZ'] === 'all' ? { runs: 40, every: 1 } : { runs: 16, every: 4 }

/** How many inputs each door gets: it parses them in its own way, and hands them all to the same handler. */
const atEachDoor = 4

/** No input may make an operation answer 5xx, or not at all. */
export async function checkBadInput(places: Places, operation: Operation, effort = usualEffort, seed = 1): Promise<Report> {
  const { runs } = effort
  const report: Report = { failures: [], combinations: 0 }
  for (const [place, door] of doorsOf(places.world, operation).entries()) {
    const attempt = new Attempts(places, operation, door, report)
    await attempt.renew()
    // As a door would pass them on, but without its work for each.
    if (place === 0) await attempt.sendAll([...fitting(operation, effort.every), ...around(operation, runs, seed)], 'inside')
    await attempt.sendAll([{}, ...around(operation, Math.ceil(runs / atEachDoor), seed + place)], 'at the door')
    if (door.kind === 'rest') await attempt.sendNastyRequests(effort.every)
  }
  return report
}

/** Nasty values that a field's schema accepts: those reach the handler and the database. */
function fitting({ name: operation, contract }: Operation, nth: number): Input[] {
  const fields = Object.entries(definitionOf(contract.input).shape ?? {})
  return fields.flatMap(([name, schema]) => {
    const values = nastyValues.filter((value) => schema.safeParse(value).success)
    return someOf(values, nth, `${operation} ${name}`).map((value) => ({ [name]: value }))
  })
}

/** Every nth item, with an offset derived from the name: together, the operations cover all items. */
function someOf<Item>(items: readonly Item[], nth: number, name: string): Item[] {
  const first = name.split('').reduce((sum, sign) => sum + sign.charCodeAt(0), 0)
  return items.filter((_, at) => (at + first) % nth === 0)
}

/** One or a few fields replaced, left out or added. */
function around(operation: Operation, runs: number, seed: number): Input[] {
  const fields = jsonSchema(operation.contract.input, 'input').properties ?? {}
  const change = fc.oneof(
    ...Object.entries(fields).map(([name, schema]) => valuesAround(schema as Schema).map((value): Input => ({ [name]: value }))),
    fc.constantFrom(...Object.keys(fields), 'unknown').map((name): Input => ({ [name]: undefined })),
    fc.constantFrom('__proto__', 'constructor', 'unknown', '').map((name): Input => Object.fromEntries([[name, { a: 1 }]])),
  )
  const changes = fc.sample(fc.array(change, { minLength: 1, maxLength: 3 }), { numRuns: runs, seed })
  return changes.map((parts) => Object.assign({}, ...parts))
}

const nastyParts = ['%00', '%E0%A4%A', '%ud800', '..%2f..', 'x'.repeat(201), '%F0%9F%98%80', "'%20or%201=1"]

class Attempts {
  readonly #places: Places
  readonly #world: World
  readonly #operation: Operation
  readonly #door: Door
  readonly #report: Report
  #person: Person | null = null
  #principal: Principal = nobody
  #spent = false
  base: Input = {}
  /** What must name something, so that an operation can't succeed with a name that nothing has. */
  readonly #references: Reference[]

  constructor(places: Places, operation: Operation, door: Door, report: Report) {
    this.#places = places
    this.#world = places.world
    this.#operation = operation
    this.#door = door
    this.#report = report
    this.#references = referencesIn(operation.contract.input).filter(({ required, list, path }) => required && !list && path.length === 1)
  }

  /** Takes new resources, because a successful attempt may have deleted, closed or used up something. */
  async renew(): Promise<void> {
    const { realm, permission } = this.#operation.contract
    const scene = await this.#places.victim(this.#operation, this.#door.rehearsal)
    const person = realm === 'instance' ? this.#world.administrator : scene.person
    this.#person = permission === 'anyone' ? null : realm === 'identity' ? await this.#world.again(person) : person
    this.#principal = this.#person ? await this.#world.principalOf(this.#person) : nobody
    this.base = await scene.input(this.#operation, every, this.#door.rehearsal)
    this.#spent = false
  }

  /** Writes come one after another, because each begins where the one before ended. */
  async sendAll(changes: readonly Input[], where: 'inside' | 'at the door'): Promise<void> {
    await inFlight(changes, (change) => this.#send(change, where), this.#operation.contract.effect === 'read' ? undefined : 1)
  }

  async #send(change: Input, where: 'inside' | 'at the door'): Promise<void> {
    const input = () => ({ ...this.base, ...change })
    const answer = await this.#try(
      () => (where === 'inside' ? this.#inside(input()) : this.#door.call(this.#person, input())),
      () => `${JSON.stringify(change)} ${where}`,
    )
    if (!answer) return
    const named = answer.status < 300 ? this.#references.filter(({ path }) => change[path[0] ?? ''] !== undefined) : []
    for (const { path, kind } of named)
      this.#say(`${JSON.stringify(change)} ${where}`, `accepted ${path.join('.')}, which is the name of no ${kind}`)
    if (answer.status < 300 && this.#operation.contract.effect !== 'read') this.#spent = true
    else if (this.#spent && [401, 404, 409].includes(answer.status)) await this.renew()
    if (answer.status === 429) await this.#world.look('delete from auth.attempts')
  }

  /** What arrives at `execute` has been JSON before. */
  async #inside(input: Input): Promise<Outcome> {
    const { kernel } = this.#world.baton.node.assembly
    const given = JSON.parse(JSON.stringify({ ...this.#door.fixed, ...input }))
    try {
      const body = await execute(kernel, this.#operation, this.#principal, given, { door: 'test' })
      return { status: 200, text: '', body }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { status: error.status, text: `${error.code}: ${error.message} ${String(error.cause ?? '')}`, body: undefined }
    }
  }

  async sendNastyRequests(nth: number): Promise<void> {
    const routes = this.#operation.contract.http ?? []
    const route = routes.find(({ method, path }) => `${method} ${path}` === this.#door.name)
    if (!route) return
    const { path } = toRequest(route, this.base)
    const [address = ''] = path.split('?')
    const requests = someOf(nastyRequests, nth, this.#door.name).filter(({ body }) => body === undefined || route.method !== 'GET')
    await inFlight(requests, ({ body, headers, query }) =>
      this.#try(
        () => this.#raw(route.method, query ? `${address}?${query}` : path, body, headers),
        () => JSON.stringify({ body: body?.slice(0, 100), headers, query }),
      ),
    )
    const paths = someOf(nastyParts, nth, this.#door.name).map((part) => route.path.replace(/:\w+/g, part))
    for (const odd of paths.filter((one) => one !== route.path))
      await this.#try(
        () => this.#raw(route.method, odd, undefined, undefined),
        () => odd,
      )
  }

  async #raw(method: string, path: string, body: string | undefined, headers: Record<string, string> = {}): Promise<Outcome> {
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
    const credential: Record<string, string> = this.#person ? { authorization: `Bearer ${this.#person.token}` } : {}
    const response = await fetch(this.#world.baton.url + path, {
      method,
      headers: { ...type, ...credential, ...headers },
      ...(body !== undefined && { body }),
      // Ends a request that hangs; on a busy machine five seconds are too little.
      signal: AbortSignal.timeout(15_000),
    })
    return { status: response.status, text: await response.text(), body: undefined }
  }

  async #try(call: () => Promise<Outcome>, describe: () => string): Promise<Outcome | undefined> {
    this.#report.combinations++
    const say = (what: string) => this.#say(describe(), what)
    try {
      const answer = await call()
      if (answer.status >= 500) say(`answered ${answer.status} ${answer.text.slice(0, 200)}`)
      return answer
    } catch (error) {
      say(`no answer within 15 s: ${(error as Error).message} ${String((error as Error).cause ?? '')}`)
      return undefined
    }
  }

  #say(input: string, what: string): void {
    this.#report.failures.push(`${this.#operation.name} | ${this.#door.name} | ${input.slice(0, 400)}: ${what}`)
  }
}
