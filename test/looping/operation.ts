import { operations } from '../../src/capabilities/operations.ts'
import type { Operation } from '../../src/kernel/operation.ts'
import { checkHostileText, storesText } from '../mcp/injection/hostile.ts'
import { checkBadInput, usualEffort } from './bad-input.ts'
import { checkGates, Stage } from './gates.ts'
import { checkIdempotency } from './idempotency.ts'
import { checkIsolation, type Report } from './isolation.ts'
import { Places } from './places.ts'
import type { Registry } from './references.ts'
import { checkWidening, open } from './widening.ts'

interface Check {
  applies(operation: Operation): boolean
  /** With fewer combinations than this, the check has shown nothing. */
  least: number
  run(pass: Pass, operation: Operation): Promise<Report>
}

const isServed = ({ contract }: Operation): boolean => Boolean(contract.http ?? contract.mcp)
const takesKeys = ({ contract }: Operation): boolean =>
  contract.effect !== 'read' && contract.permission !== 'anyone' && contract.http !== undefined

const checks: Record<string, Check> = {
  isolation: { applies: isServed, least: 1, run: ({ places }, operation) => checkIsolation(places, operation) },
  'bad input': { applies: isServed, least: usualEffort.runs, run: ({ places }, operation) => checkBadInput(places, operation) },
  idempotency: { applies: takesKeys, least: 4, run: ({ places }, operation) => checkIdempotency(places, operation) },
  'hostile text': {
    applies: (operation) => storesText(operation) || operation.contract.mcp !== undefined,
    least: 0,
    run: ({ places }, operation) => checkHostileText(places, operation, [...places.world.operations.keys()].indexOf(operation.name)),
  },
  gates: { applies: () => true, least: 1, run: (pass, operation) => pass.gates(operation) },
  widening: { applies: () => true, least: 1, run: async (_, operation) => ({ failures: widened(operation), combinations: 1 }) },
}

/** Everything that holds for each operation, tried on one operation after the other in one world. */
export class Pass {
  readonly places: Places
  readonly #costs: Record<string, { combinations: number; seconds: number }> = {}
  /** Checks that were run again because of what other operations had left behind. */
  readonly again: string[] = []
  #stage: Stage | undefined

  private constructor(places: Places) {
    this.places = places
  }

  static async open(registry: Registry = operations): Promise<Pass> {
    return new Pass(await Places.open(registry))
  }

  /** Returns what failed, each as `check: operation | door | position: what`; `sure`, if it also fails in new organizations. */
  async check(operation: Operation, sure = true): Promise<string[]> {
    const found: string[] = []
    for (const [name, check] of Object.entries(checks)) {
      if (!check.applies(operation)) continue
      const before = process.cpuUsage()
      const { failures, combinations } = await (sure ? this.#try(name, check, operation) : check.run(this, operation))
      const { user, system } = process.cpuUsage(before)
      const cost = (this.#costs[name] ??= { combinations: 0, seconds: 0 })
      cost.combinations += combinations
      cost.seconds += (user + system) / 1e6
      if (combinations < check.least) failures.push(`${operation.name} | only ${combinations} combinations were tried`)
      found.push(...failures.map((failure) => `${name}: ${failure}`))
    }
    return found
  }

  /** Organizations are shared to save time. What fails in a shared one counts if it also fails in one of its own. */
  async #try(name: string, check: Check, operation: Operation): Promise<Report> {
    const first = await check.run(this, operation)
    if (first.failures.length === 0) return first
    await this.places.replace(operation)
    const second = await check.run(this, operation)
    if (second.failures.length === 0) this.again.push(`${name}: ${first.failures[0]?.slice(0, 400)}`)
    return second
  }

  async gates(operation: Operation): Promise<Report> {
    const { failures, tries, stage } = await checkGates((this.#stage ??= await Stage.open(this.places.world)), operation)
    this.#stage = stage
    return { failures, combinations: tries }
  }

  async close(): Promise<void> {
    const costs = Object.entries(this.#costs).map(
      ([name, { combinations, seconds }]) => `${name}: ${combinations} in ${seconds.toFixed(1)} s of CPU`,
    )
    console.log(`combinations of ${costs.join(', ')}`)
    for (const one of this.again) console.log(`checked again in new organizations: ${one}`)
    await this.places.world.close()
  }
}

/** The reasons of other operations aren't looked for in this one. */
function widened(operation: Operation): string[] {
  const own = Object.entries(open).filter(([place]) => place.split('.')[0] === operation.name)
  return checkWidening(new Map([[operation.name, operation]]), Object.fromEntries(own))
}
