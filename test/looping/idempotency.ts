import { isDeepStrictEqual } from 'node:util'
import { newId } from '../../src/platform/ids.ts'
import type { Operation } from '../../src/kernel/operation.ts'
import { doorsOf, type Door } from './doors.ts'
import type { Outcome } from './outcome.ts'
import type { Report } from './isolation.ts'
import { lookAlike } from './look-alike.ts'
import { difference, stateReader, type State } from './organization-state.ts'
import { definitionOf, pick, put, referencesIn } from './references.ts'
import type { Places } from './places.ts'
import { Scene, every } from './scene.ts'
import type { Person } from '../harness/person.ts'

type Input = Record<string, unknown>

/** One call that can be made and repeated, and a way to read the state of the database. */
interface Stage {
  person: Person
  input: Input
  send(input: Input, key: string): Promise<Outcome>
  state(): Promise<State>
}

/** A call that was made once, its answer, and how many rows each table gained. */
interface Made {
  key: string
  answer: Outcome
  grows: string
}

/** With the same key, an operation takes effect once, whether the repeat comes later or at the same time. */
export async function checkIdempotency(places: Places, operation: Operation): Promise<Report> {
  const report: Report = { failures: [], combinations: 0 }
  const { world } = places
  const [door] = doorsOf(world, operation).filter(({ kind }) => kind === 'rest')
  if (!door) return report
  const check = async (rule: string, problemOf: () => Promise<string | null>) => {
    report.combinations++
    const problem = await problemOf().catch((error: Error) => `the check could not run: ${error.stack}`)
    if (problem) report.failures.push(`${operation.name} | ${door.name} | ${rule}: ${problem}`)
  }
  const scene = await stage(places, operation, door)
  const made = await callOnce(scene)
  await check('repeated', () => repeated(scene, operation, made))
  await check('another input', () => anotherInput(scene, operation, made))
  await check('of another person', () => ofAnother(operation, places, door, made))
  await check('at the same time', async () =>
    together(await stage(places, operation, door), made, async () => (await callOnce(await stage(places, operation, door))).grows),
  )
  return report
}

async function stage(places: Places, operation: Operation, door: Door): Promise<Stage> {
  const { world } = places
  const { realm } = operation.contract
  const scene = await places.victim(operation, door.rehearsal)
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

/** A repeat is audited, and idempotency keys are stored in a table of their own. */
const beside = ['public.audit', 'public.log_heads', 'public.idempotency']

/** One change in fifty also compacts its project's tally rows, so their number doesn't say how often something happened. */
const uncounted = [...beside, 'public.work_item_tallies']

/** How many rows each table has gained or lost. */
function growth(before: State, after: State): string {
  const changes = [...after]
    .filter(([name]) => !uncounted.includes(name))
    .map(([name, { count }]) => [name, count - (before.get(name)?.count ?? 0)])
  return JSON.stringify(changes.filter(([, count]) => count !== 0))
}

const short = ({ status, text }: Outcome): string => `${status} ${text.slice(0, 200)}`
const done = ({ status }: Outcome): boolean => status === 200 || status === 201

/** The first call may have ended its own login or its access to the organization; the repeat is then refused. */
const isLetIn = ({ status, text }: Outcome): boolean => status !== 401 && !(status === 404 && text.includes('No organization'))
const endedItsLogin = (first: Outcome, second: Outcome): boolean => done(first) && !isLetIn(second)

async function callOnce({ input, send, state }: Stage): Promise<Made> {
  const key = newId()
  const before = await state()
  const answer = await send(input, key)
  return { key, answer, grows: growth(before, await state()) }
}

async function repeated({ input, send, state }: Stage, { contract }: Operation, { key, answer, grows }: Made): Promise<string | null> {
  if (!done(answer)) return `the first call failed: ${short(answer)}`
  if (contract.effect === 'create' && grows === '[]') return 'it creates, but no table has a row more'
  const before = await state()
  const second = await send(input, key)
  const changed = difference(before, await state(), beside)
  if (changed.length > 0) return `the repeat changed ${changed.join(', ')}`
  if (endedItsLogin(answer, second)) return null
  if (contract.secret_output) return second.body?.code === 'already_created' ? null : `expected 409 already_created, got ${short(second)}`
  // The answer stored for the repeat keeps every field, but not the order of fields that no schema names.
  return second.status === answer.status && isDeepStrictEqual(second.body, answer.body)
    ? null
    : `the repeat answers otherwise: ${short(answer)} / ${short(second)}`
}

async function anotherInput({ input, send, state }: Stage, operation: Operation, { key, answer }: Made): Promise<string | null> {
  const other = variant(operation, input)
  if (!other) return null
  const before = await state()
  const second = await send(other, key)
  const changed = difference(before, await state(), beside)
  if (changed.length > 0) return `the second input changed ${changed.join(', ')}`
  if (endedItsLogin(answer, second)) return null
  return second.body?.code === 'key_reused' && second.status === 422 ? null : `expected 422 key_reused, got ${short(second)}`
}

/** The same input with one field changed, still valid; null for an input without such a field. */
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

/** `again` makes the call once more, alone, and says how many rows it makes. */
async function together({ input, send, state }: Stage, alone: Made, again: () => Promise<string>): Promise<string | null> {
  const before = await state()
  const key = newId()
  const answers = await Promise.all([send(input, key), send(input, key)])
  if (!answers.some(done)) return `neither call succeeded: ${answers.map(short).join(' / ')}`
  const twice = growth(before, await state())
  if (answers.every(done) && !isDeepStrictEqual(answers[0]?.body, answers[1]?.body))
    return `the twins were answered differently: ${answers.map(short).join(' / ')}`
  const rest = answers.filter(
    (answer) => !done(answer) && !['in_progress', 'already_created'].includes(answer.body?.code) && isLetIn(answer),
  )
  if (rest.length > 0) return `the twin was refused otherwise: ${short(rest[0] as Outcome)}`
  if (twice === alone.grows) return null
  // An operation that replaces something creates more rows the first time; a single call made now starts from the same state.
  const single = await again()
  return twice === single ? null : `two calls at once made ${twice}, one alone makes ${single}`
}

/** Keys are per person: somebody else's key neither returns their answer nor gets in the way. */
async function ofAnother(operation: Operation, places: Places, door: Door, { key, answer }: Made): Promise<string | null> {
  const { realm, rehearsal } = operation.contract
  if (realm === 'instance') return null
  const { world } = places
  const scene = rehearsal?.newcomer ? await Scene.open(world, await world.baton.person()) : await places.stranger(operation, door.rehearsal)
  const person = realm === 'identity' ? await world.again(scene.person) : scene.person
  const other = await door.call(person, await scene.input(operation, every, door.rehearsal), { 'idempotency-key': key })
  return done(other) && other.text !== answer.text
    ? null
    : isEmpty(operation) && done(other)
      ? null
      : `another person’s key came in the way: ${short(other)}`
}

const isEmpty = ({ contract }: Operation): boolean => Object.keys(definitionOf(contract.input).shape ?? {}).length === 0
