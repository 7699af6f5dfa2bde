import fc from 'fast-check'
import { jsonSchema, type Schema } from '../../src/doors/shared/input-schema.ts'
import type { Operation } from '../../src/kernel/operation.ts'
import type { Person } from '../harness/person.ts'
import { doorsOf, toRequest, type Door } from './doors.ts'
import type { Outcome } from './outcome.ts'
import type { Report } from './isolation.ts'
import { nastyRequests, nastyValues, valuesAround } from './nasty-values.ts'
import { definitionOf } from './references.ts'
import { Scene, actorFor, every } from './scene.ts'
import type { World } from './world.ts'

type Input = Record<string, unknown>

/** How much to try: the number of random input changes per operation, and the stride through the nasty values and requests. */
export interface Effort {
  runs: number
  every: number
}

/** No input may make an operation answer 5xx, or not at all. */
export async function checkBadInput(world: World, operation: Operation, effort: Effort, seed: number): Promise<Report> {
  const { runs } = effort
  const report: Report = { failures: [], combinations: 0 }
  for (const [place, door] of doorsOf(world, operation).entries()) {
    const attempt = new Attempts(world, operation, door, report)
    await attempt.renew()
    // Each door parses input in its own way; the handler behind it is the same, so field values are tried only at the first.
    const changes =
      place === 0
        ? [...fitting(operation, effort.every), ...around(operation, runs, seed)]
        : around(operation, Math.ceil(runs / 4), seed + place)
    for (const change of changes) await attempt.send(change)
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
  readonly #world: World
  readonly #operation: Operation
  readonly #door: Door
  readonly #report: Report
  #person: Person | null = null
  #spent = false
  base: Input = {}

  constructor(world: World, operation: Operation, door: Door, report: Report) {
    this.#world = world
    this.#operation = operation
    this.#door = door
    this.#report = report
  }

  /** Opens a new scene, because a successful attempt may have deleted, closed or used up something. */
  async renew(): Promise<void> {
    const { realm, permission } = this.#operation.contract
    const scene = await Scene.open(this.#world, await actorFor(this.#operation, this.#world, this.#world.victim))
    const person = realm === 'instance' ? this.#world.administrator : scene.person
    this.#person = permission === 'anyone' ? null : realm === 'identity' ? await this.#world.again(person) : person
    this.base = await scene.input(this.#operation, every, this.#door.rehearsal)
    this.#spent = false
  }

  async send(change: Input): Promise<void> {
    const answer = await this.#try(
      () => this.#door.call(this.#person, { ...this.base, ...change }),
      () => JSON.stringify(change),
    )
    if (!answer) return
    if (answer.status < 300 && this.#operation.contract.effect !== 'read') this.#spent = true
    else if (this.#spent && [401, 404, 409].includes(answer.status)) await this.renew()
    if (answer.status === 429) await this.#world.look('delete from auth.attempts')
  }

  async sendNastyRequests(nth: number): Promise<void> {
    const routes = this.#operation.contract.http ?? []
    const route = routes.find(({ method, path }) => `${method} ${path}` === this.#door.name)
    if (!route) return
    const { path } = toRequest(route, this.base)
    const [address = ''] = path.split('?')
    for (const { body, headers, query } of someOf(nastyRequests, nth, this.#door.name)) {
      if (body !== undefined && route.method === 'GET') continue
      await this.#try(
        () => this.#raw(route.method, query ? `${address}?${query}` : path, body, headers),
        () => JSON.stringify({ body: body?.slice(0, 100), headers, query }),
      )
    }
    for (const part of someOf(nastyParts, nth, this.#door.name)) {
      const odd = route.path.replace(/:\w+/g, part)
      if (odd !== route.path)
        await this.#try(
          () => this.#raw(route.method, odd, undefined, undefined),
          () => odd,
        )
    }
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
    const say = (what: string) =>
      this.#report.failures.push(`${this.#operation.name} | ${this.#door.name} | ${describe().slice(0, 400)}: ${what}`)
    try {
      const answer = await call()
      if (answer.status >= 500) say(`answered ${answer.status} ${answer.text.slice(0, 200)}`)
      return answer
    } catch (error) {
      say(`no answer within 15 s: ${(error as Error).message} ${String((error as Error).cause ?? '')}`)
      return undefined
    }
  }
}
