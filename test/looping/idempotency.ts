import { newId } from '../../src/platform/ids.ts'
import type { Operation } from '../../src/kernel/operation.ts'
import { doorsOf, type Door } from './doors.ts'
import type { Outcome } from './outcome.ts'
import type { Report } from './isolation.ts'
import { lookAlike } from './look-alike.ts'
import { difference, stateReader, type State } from './organization-state.ts'
import { definitionOf, pick, put, referencesIn } from './references.ts'
import { Scene, actorFor, every } from './scene.ts'
import type { World } from './world.ts'
import type { Person } from '../person.ts'

type Input = Record<string, unknown>

/** One call ready to be made and repeated, and what the database looks like. */
interface Stage {
  person: Person
  input: Input
  send(input: Input, key: string): Promise<Outcome>
  state(): Promise<State>
}

/** By how many rows each table grows when the operation is called once; the first rule finds out, for the others. */
interface Alone {
  grows?: string
}

/** With one key an operation happens once, whether its repeat comes later or at the same time. */
export async function checkIdempotency(world: World, operation: Operation): Promise<Report> {
  const report: Report = { failures: [], combinations: 0 }
  const [door] = doorsOf(world, operation).filter(({ kind }) => kind === 'rest')
  if (!door) return report
  const say = (rule: string, what: string) => void report.failures.push(`${operation.name} | ${door.name} | ${rule}: ${what}`)
  const alone: Alone = {}
  const rules = { repeated: repeated, 'another input': anotherInput, 'at the same time': together, 'of another person': ofAnother }
  for (const [rule, check] of Object.entries(rules)) {
    report.combinations++
    const problem = await check(await stage(world, operation, door), operation, world, alone).catch(
      (error: Error) => `the check could not run: ${error.stack}`,
    )
    if (problem) say(rule, problem)
  }
  return report
}

async function stage(world: World, operation: Operation, door: Door): Promise<Stage> {
  const { realm } = operation.contract
  const scene = await Scene.open(world, await actorFor(operation, world, world.victim))
  const person = realm === 'instance' ? world.administrator : realm === 'identity' ? await world.again(scene.person) : scene.person
  const input = await scene.input(operation, every, door.rehearsal)
  const read = await stateReader(world.look)
  return {
    person,
    input,
    send: (given, key) => door.call(person, given, { 'idempotency-key': key }),
    state: () => read(null, null),
  }
}

/** A repeat is audited; the keys are kept beside what they protect. */
const beside = ['public.audit', 'public.log_heads', 'public.idempotency']

/** How many rows each table has gained or lost. */
function growth(before: State, after: State): string {
  const changes = [...after]
    .filter(([name]) => !beside.includes(name))
    .map(([name, { count }]) => [name, count - (before.get(name)?.count ?? 0)])
  return JSON.stringify(changes.filter(([, count]) => count !== 0))
}

const short = ({ status, text }: Outcome): string => `${status} ${text.slice(0, 200)}`
const done = ({ status }: Outcome): boolean => status === 200 || status === 201

/** The first call may have ended the login it came with, or the way into its organization; then nobody is let in a second time. */
const isLetIn = ({ status, text }: Outcome): boolean => status !== 401 && !(status === 404 && text.includes('No organization'))
const endedItsLogin = (first: Outcome, second: Outcome): boolean => done(first) && !isLetIn(second)

async function repeated({ input, send, state }: Stage, { contract }: Operation, _: World, alone: Alone): Promise<string | null> {
  const key = newId()
  const before = await state()
  const first = await send(input, key)
  if (!done(first)) return `the first call failed: ${short(first)}`
  const after = await state()
  alone.grows = growth(before, after)
  if (contract.effect === 'create' && alone.grows === '[]') return 'it creates, but no table has a row more'
  const second = await send(input, key)
  const changed = difference(after, await state(), beside)
  if (changed.length > 0) return `the repeat changed ${changed.join(', ')}`
  if (endedItsLogin(first, second)) return null
  if (contract.secret_output) return second.body?.code === 'already_created' ? null : `expected 409 already_created, got ${short(second)}`
  return second.status === first.status && second.text === first.text
    ? null
    : `the repeat answers otherwise: ${short(first)} / ${short(second)}`
}

async function anotherInput({ input, send, state }: Stage, operation: Operation): Promise<string | null> {
  const other = variant(operation, input)
  if (!other) return null
  const key = newId()
  const first = await send(input, key)
  const after = await state()
  const second = await send(other, key)
  const changed = difference(after, await state(), beside)
  if (changed.length > 0) return `the second input changed ${changed.join(', ')}`
  if (endedItsLogin(first, second)) return null
  return second.body?.code === 'key_reused' && second.status === 422 ? null : `expected 422 key_reused, got ${short(second)}`
}

/** The same input with one field changed, still valid; an input without fields has no other. */
function variant({ contract }: Operation, input: Input): Input | null {
  const other = structuredClone(input)
  const [reference] = referencesIn(contract.input)
  if (reference) {
    const name = lookAlike(String([pick(input, reference.path.join('.'))].flat()[0]))
    put(other, reference.path, reference.list ? [name] : name)
    return other
  }
  const text = Object.keys(definitionOf(contract.input).shape ?? {}).find((field) => typeof input[field] === 'string')
  if (!text) return null
  const { entries } = definitionOf(definitionOf(contract.input).shape?.[text] as never) as { entries?: Record<string, unknown> }
  const value = entries ? Object.values(entries).find((one) => one !== input[text]) : lookAlike(String(input[text]))
  return value === undefined ? null : { ...other, [text]: value }
}

async function together({ input, send, state }: Stage, operation: Operation, world: World, alone: Alone): Promise<string | null> {
  const before = await state()
  const key = newId()
  const answers = await Promise.all([send(input, key), send(input, key)])
  if (!answers.some(done)) return `neither call succeeded: ${answers.map(short).join(' / ')}`
  const twice = growth(before, await state())
  if (answers.every(done) && answers[0]?.text !== answers[1]?.text)
    return `the twins were answered differently: ${answers.map(short).join(' / ')}`
  const rest = answers.filter(
    (answer) => !done(answer) && !['in_progress', 'already_created'].includes(answer.body?.code) && isLetIn(answer),
  )
  if (rest.length > 0) return `the twin was refused otherwise: ${short(rest[0] as Outcome)}`
  if (twice === alone.grows) return null
  // What replaces what was there makes more the first time than any other: one alone now has the same before it.
  const single = await aloneGrows(operation, world)
  return twice === single ? null : `two calls at once made ${twice}, one alone makes ${single}`
}

async function aloneGrows(operation: Operation, world: World): Promise<string> {
  const [door] = doorsOf(world, operation)
  const alone = await stage(world, operation, door as Door)
  const before = await alone.state()
  await alone.send(alone.input, newId())
  return growth(before, await alone.state())
}

/** Keys are each person's own: another's key neither gives their answer nor stands in the way. */
async function ofAnother(first: Stage, operation: Operation, world: World): Promise<string | null> {
  if (operation.contract.realm === 'instance') return null
  const key = newId()
  const answer = await first.send(first.input, key)
  const scene = await Scene.open(world, await actorFor(operation, world, world.stranger))
  const [door] = doorsOf(world, operation)
  const person = operation.contract.realm === 'identity' ? await world.again(scene.person) : scene.person
  const other = await (door as Door).call(person, await scene.input(operation, every, (door as Door).rehearsal), { 'idempotency-key': key })
  return done(other) && other.text !== answer.text
    ? null
    : isEmpty(operation) && done(other)
      ? null
      : `another person’s key came in the way: ${short(other)}`
}

const isEmpty = ({ contract }: Operation): boolean => Object.keys(definitionOf(contract.input).shape ?? {}).length === 0
