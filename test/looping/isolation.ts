import { actsInOrganization } from '../../src/kernel/authorize.ts'
import { Refusal, type ErrorCode } from '../../src/kernel/errors.ts'
import type { Operation } from '../../src/kernel/operation.ts'
import { doorsOf, type Door } from './doors.ts'
import type { Outcome } from './outcome.ts'
import { blank, lookAlike } from './look-alike.ts'
import { difference, stateReader, type State } from './organization-state.ts'
import { definitionOf, isHidden, put, referencesIn, type Reference } from './references.ts'
import { inFlight } from './in-flight.ts'
import type { Places } from './places.ts'
import { every, type Scene } from './scene.ts'
import type { World } from './world.ts'

export interface Report {
  failures: string[]
  combinations: number
}

type Input = Record<string, unknown>

/** One attacker at one door: what they own, what they must not learn, and which of the victim's tables may still grow. */
interface Attack {
  operation: Operation
  door: Door
  attacker: string
  victim: Scene
  own: Scene
  marks: string[]
  ignored: string[]
  report: Report
  state(): Promise<State>
}

// A refusal is written to the audit log of the caller's organization.
const refusalsGoTo = ['public.audit', 'public.log_heads']

/** Tries every door of an operation, every place where a name can go, and every attacker. */
export async function checkIsolation(places: Places, operation: Operation): Promise<Report> {
  const { world } = places
  const report: Report = { failures: [], combinations: 0 }
  const readState = await stateReader(world.look)
  const { realm, permission } = operation.contract
  for (const door of doorsOf(world, operation)) {
    try {
      const victim = await places.victim(operation, door.rehearsal)
      const state = () => readState(victim.organization.id, victim.person.user.id)
      const base = { operation, door, victim, report, state }
      await attackWithoutToken(base)
      const own = await places.stranger(operation, door.rehearsal)
      const stranger = { ...base, attacker: 'owner of another organization', own, marks: victim.marks, ignored: [] }
      if (realm === 'instance') await attackInstance(stranger)
      const probes = realm === 'instance' ? [] : await attacksFrom(stranger)
      if (permission !== 'anyone' && door.kind === 'rest') probes.push(...(await attacksByHeader(stranger)))
      if (realm === 'organization') {
        const inside = await victim.joinedBy(world.colleague, 'member')
        if (door.kind === 'mcp') await world.mcpToken(inside.person)
        const member = { ...base, attacker: 'member without access', own: inside, marks: [victim.hidden], ignored: refusalsGoTo }
        probes.push(...(await attacksFrom(member)))
      }
      await runProbes(base, probes)
      if (realm === 'organization') await attackAsViewer(base)
      await requireSuccess(world, base)
    } catch (error) {
      report.failures.push(`${operation.name} | ${door.name}: the check could not run: ${(error as Error).stack}`)
    }
  }
  return report
}

/** An attack with its input ready. It looks at the victim's rows before and after itself unless others run beside it. */
type Probe = (alone: boolean) => Promise<void>

/** Reads run beside each other: together they must leave the victim's rows alone. If they don't, each is tried alone to name it. */
async function runProbes(base: Base, probes: readonly Probe[]): Promise<void> {
  if (base.operation.contract.effect !== 'read') {
    for (const probe of probes) await probe(true)
    return
  }
  const found = base.report.failures.length
  const before = await base.state()
  await inFlight(probes, (probe) => probe(false))
  const changed = difference(before, await base.state(), refusalsGoTo)
  if (changed.length === 0) return
  for (const probe of probes) await probe(true)
  if (base.report.failures.length === found) fail(base, 'some place', 'anybody', `the victim’s rows changed in ${changed.join(', ')}`)
}

type Base = Pick<Attack, 'operation' | 'door' | 'victim' | 'report' | 'state'>

const fail = ({ operation, door, report }: Base, position: string, attacker: string, what: string) =>
  void report.failures.push(`${operation.name} | ${door.name} | ${position} | ${attacker}: ${what}`)

const short = ({ status, text }: Outcome): string => `${status} ${text.slice(0, 300)}`

async function attackWithoutToken(base: Base): Promise<void> {
  const { operation, door, victim, report } = base
  if (operation.contract.permission === 'anyone') return
  report.combinations++
  const answer = await door.call(null, await victim.input(operation, every, door.rehearsal))
  if (answer.status !== 401) fail(base, 'no credential', 'nobody', `expected 401, got ${short(answer)}`)
}

async function attackInstance(attack: Attack): Promise<void> {
  const { operation, door, victim, own, report, attacker } = attack
  report.combinations++
  const answer = await door.call(own.person, await victim.input(operation, every, door.rehearsal))
  if (answer.status !== 403) fail(attack, 'instance', attacker, `expected 403, got ${short(answer)}`)
}

async function attacksFrom(attack: Attack): Promise<Probe[]> {
  const { operation, door, victim, own } = attack
  const references = referencesIn(operation.contract.input).filter(
    ({ kind }) => own.organization.id !== victim.organization.id || isHidden(own.world.operations, kind),
  )
  const sought = (reference: Reference) =>
    own.input(operation, (other) => door.needs(other) || other.path.join() === reference.path.join(), door.rehearsal)
  const probes: Probe[] = []
  for (const reference of references) {
    const input = await sought(reference)
    for (const name of await victim.names(reference.kind))
      probes.push(comparison(attack, door.place(reference), input, [[reference, name]]))
  }
  if (references.length > 1) {
    const all: [Reference, string][] = []
    for (const reference of references) all.push([reference, await victim.name(reference.kind)])
    probes.push(comparison(attack, 'every place at once', await own.input(operation, every, door.rehearsal), all))
  }
  if (operation.contract.realm === 'public') probes.push(...(await attacksOnUnpublished(attack)))
  if (operation.contract.effect === 'read') probes.push(...(await attacksOnList(attack)))
  return probes
}

/** A foreign name and a nonexistent one must give the same answer, byte for byte. */
function comparison(attack: Attack, position: string, input: Input, foreign: [Reference, string][]): Probe {
  const { door, own, attacker, marks } = attack
  const madeUp = foreign.map(([reference, name]): [Reference, string] => [reference, lookAlike(name)])
  attack.report.combinations++
  return async (alone) => {
    const given = await unnoticed(attack, position, alone, () => door.call(own.person, withNames(input, foreign)))
    const control = await door.call(own.person, withNames(input, madeUp))
    const names = [...[...foreign, ...madeUp].map(([, name]) => name), ...textsIn(input)]
    if (given.status !== control.status || blank(given.text, names) !== blank(control.text, names)) {
      fail(attack, position, attacker, `a foreign name and a made-up one are told apart: ${short(given)} / ${short(control)}`)
    }
    requireNoMark(attack, position, given, marks, names)
  }
}

/** A call that must leave the victim's rows alone. */
async function unnoticed(attack: Attack, position: string, alone: boolean, call: () => Promise<Outcome>): Promise<Outcome> {
  if (!alone) return call()
  const before = await attack.state()
  const answer = await call()
  const changed = difference(before, await attack.state(), attack.ignored)
  if (changed.length > 0) fail(attack, position, attack.attacker, `the victim’s rows changed in ${changed.join(', ')}`)
  return answer
}

/** Whatever the caller sent may be echoed. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []

function withNames(input: Input, names: readonly [Reference, string][]): Input {
  const copy = structuredClone(input)
  for (const [{ path, list }, name] of names) put(copy, path, list ? [name] : name)
  return copy
}

function requireNoMark(attack: Attack, position: string, answer: Outcome, marks: readonly string[], asked: readonly string[]): void {
  const text = blank(answer.text, asked)
  const leaked = marks.find((mark) => text.includes(mark))
  if (leaked) fail(attack, position, attack.attacker, `the answer holds the victim’s ${leaked}: ${short(answer)}`)
  if (answer.status >= 500) fail(attack, position, attack.attacker, `answered ${short(answer)}`)
}

/** What isn't published must answer like what doesn't exist. */
async function attacksOnUnpublished(attack: Attack): Promise<Probe[]> {
  const { operation, door, victim } = attack
  const input = await victim.input(operation, every, door.rehearsal)
  const probes: Probe[] = []
  for (const [field, value] of Object.entries(operation.contract.rehearsal?.input ?? {})) {
    const kind = typeof value === 'string' && value.startsWith('$shared_') ? value.slice('$shared_'.length) : ''
    if (!isHidden(victim.world.operations, kind)) continue
    for (const name of await victim.names(kind))
      probes.push(comparison(attack, `path ${field}`, input, [[{ path: [field], kind: '', required: true, list: false }, name]]))
  }
  return probes
}

async function attacksOnList(attack: Attack): Promise<Probe[]> {
  const { operation, door, victim, own, report, attacker, marks } = attack
  const input = await own.input(operation, door.needs, door.rehearsal)
  report.combinations++
  const list: Probe = async () => requireNoMark(attack, 'a list without a name', await door.call(own.person, input), marks, [])
  if (!definitionOf(operation.contract.input).shape?.['cursor']) return [list]
  const page = await door.call(victim.person, { ...(await victim.input(operation, door.needs, door.rehearsal)), limit: 1 })
  // A pull returns a cursor with every page.
  const cursor = page.body?.next_cursor ?? page.body?.cursor
  if (typeof cursor !== 'string') {
    fail(attack, 'cursor', attacker, `the victim’s list has no second page, so this shows nothing: ${short(page)}`)
    return [list]
  }
  report.combinations++
  return [list, async () => requireNoMark(attack, 'cursor', await door.call(own.person, { ...input, cursor }), marks, [cursor])]
}

/**
 * The organization named by a request is a name like any other. What doesn't act in it does the same whether or not it is there: of a read, this
 * is tried; a write would be done, to the attacker's own account.
 */
async function attacksByHeader(attack: Attack): Promise<Probe[]> {
  const { operation, door, victim, own, report, attacker, marks } = attack
  const position = 'header Baton-Organization'
  const acts = actsInOrganization(operation.contract)
  if (!acts && operation.contract.effect !== 'read') return []
  const input = await own.input(operation, door.needs, door.rehearsal)
  return [victim.organization.id, victim.organization.handle].map((name) => {
    const madeUp = lookAlike(name)
    report.combinations++
    return async (alone) => {
      const ask = (organization: string) => door.call(own.person, input, { 'baton-organization': organization })
      const given = await unnoticed(attack, position, alone, () => ask(name))
      const control = await ask(madeUp)
      const same = given.status === control.status && blank(given.text, [name, madeUp]) === blank(control.text, [name, madeUp])
      if (!same || (acts && given.status < 400))
        fail(attack, position, attacker, `told apart or let in: ${short(given)} / ${short(control)}`)
      const plain = acts ? undefined : await ask(own.organization.id)
      if (plain && plain.status !== given.status)
        fail(attack, position, attacker, `depends on the organization: ${short(given)} / ${short(plain)}`)
      requireNoMark(attack, position, given, marks, [name])
    }
  })
}

/** What belongs to one person alone: nobody else in the organization can read it, whatever else they may read there. */
const ofOnePerson: ReadonlySet<string> = new Set(['ai_session', 'sync_device', 'tunnel_action'])

/** A viewer with access to the project can read everything there and change nothing. */
async function attackAsViewer(base: Base): Promise<void> {
  const { operation, door, victim, report, state } = base
  const { world } = victim
  const { person } = await victim.joinedBy(world.viewer, 'viewer')
  await world.run('addProjectMember', victim.person, { project: await victim.name('project'), user: person.user.id })
  const input = await victim.input(operation, every, door.rehearsal)
  if (door.kind === 'mcp') await world.mcpToken(person)
  report.combinations++
  const before = await state()
  const answer = await door.call(person, input)
  const changed = difference(before, await state(), refusalsGoTo)
  const mayRead = operation.contract.effect === 'read' && operation.contract.permission.endsWith(':read')
  const isAnothers = referencesIn(operation.contract.input).some(({ kind }) => ofOnePerson.has(kind))
  if (mayRead && isAnothers) {
    if (answer.status !== 404) fail(base, 'every place', 'viewer', `expected 404 for what is another’s alone, got ${short(answer)}`)
  } else if (mayRead) {
    if (answer.status !== 200) fail(base, 'every place', 'viewer', `a viewer may read, got ${short(answer)}`)
  } else if (answer.status !== 403 || changed.length > 0) {
    fail(base, 'every place', 'viewer', `expected 403 and no change, got ${short(answer)} and changes in [${changed.join(', ')}]`)
  }
}

/** The positive control: with the victim's own names the operation works, so the refusals above were about the names. */
async function requireSuccess(world: World, base: Base): Promise<void> {
  const { operation, door, victim, report } = base
  const { contract } = operation
  // An identity operation may end its own session, so it gets a separate one.
  const self = contract.realm === 'identity' && door.kind === 'rest' ? await world.again(victim.person) : victim.person
  const person = contract.permission === 'anyone' ? null : contract.realm === 'instance' ? world.administrator : self
  report.combinations++
  if (contract.effect === 'read') {
    const input = await victim.input(operation, door.needs, door.rehearsal)
    let list = await door.call(person, input)
    // Every earlier test has used this instance, so the victim may be on a later page.
    while (contract.realm === 'instance' && list.body?.next_cursor && !victim.marks.some((mark) => list.text.includes(mark)))
      list = await door.call(person, { ...input, cursor: list.body.next_cursor })
    if (list.status !== 200) fail(base, 'only the required names', 'positive control', `expected 200, got ${short(list)}`)
    const shown = victim.marks.some((mark) => list.text.includes(mark))
    if (list.body?.items && !shown)
      fail(base, 'a list', 'positive control', `the victim’s own list shows nothing of theirs: ${short(list)}`)
  }
  const refuses = contract.rehearsal?.refuses
  const expected = refuses ? new Refusal(refuses as ErrorCode, '').status : contract.effect === 'create' && door.kind === 'rest' ? 201 : 200
  const answer = await door.call(person, await victim.input(operation, every, door.rehearsal))
  if (answer.status !== expected) fail(base, 'every place', 'positive control', `expected ${expected}, got ${short(answer)}`)
  if (contract.permission !== 'anyone') return
  const known = await door.call(world.stranger, await victim.again().input(operation, every, door.rehearsal))
  if (known.status !== expected) fail(base, 'every place', 'anyone, with a token of their own', `expected ${expected}, got ${short(known)}`)
}
