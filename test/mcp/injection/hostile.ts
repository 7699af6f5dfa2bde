import type { Principal } from '../../../src/kernel/context.ts'
import type { Operation } from '../../../src/kernel/operation.ts'
import { callTool } from '../../looping/mcp-client.ts'
import type { Report } from '../../looping/isolation.ts'
import type { Places } from '../../looping/places.ts'
import { every, type Scene } from '../../looping/scene.ts'
import type { World } from '../../looping/world.ts'
import type { ToolAnswer } from '../clients.ts'
import { leaksIn, refusalOf, wrongInputs, wrongValues } from './leaks.ts'
import { hostileTexts, poisonedInputs } from './poison.ts'

/** BATON_FUZZ=all tries every text with every operation; otherwise each gets a quarter of them, and together they get all. */
const step = process.env['BATON_FUZZ'] === 'all' ? 1 : 4

/** These need a secret, a provider or a commit that no text can be; their error messages are still checked. */
const neverStores = new Set([
  'stepUp',
  'confirmConnection',
  'approveOauthClient',
  'finishPasskeyRegistration',
  'updatePasskey',
  'createPr',
  'removeLabel',
  'renameLabel',
])

export const storesText = ({ contract: { effect, permission, rehearsal } }: Operation): boolean =>
  effect !== 'read' && permission !== 'system' && permission !== 'anyone' && !rehearsal?.newcomer

/** Whatever somebody writes is stored as it is, and no error message of a tool repeats it. */
export async function checkHostileText(places: Places, operation: Operation, at: number): Promise<Report> {
  const report: Report = { failures: [], combinations: 0 }
  const fail = (what: string) => void report.failures.push(`${operation.name} | ${what}`)
  if (storesText(operation)) await store(places, operation, textsOf(at), report, fail)
  if (operation.contract.mcp) await refuse(places, operation, operation.contract.mcp.tool, at, report, fail)
  return report
}

const textsOf = (at: number): string[] => hostileTexts.filter((_, place) => place % step === at % step)

interface Place {
  scene: Scene
  principal: Principal
}

async function openPlace(places: Places, operation: Operation): Promise<Place> {
  const { world } = places
  const scene = await places.victim(operation, operation.contract.rehearsal)
  // Operations of the instance are run by its administrator, who has just logged in.
  const person = operation.contract.realm === 'instance' ? world.administrator : scene.person
  return { scene, principal: await world.principalOf(person) }
}

/** Stores the texts through every text field of the operation; a field that never takes any shows nothing. */
async function store(places: Places, operation: Operation, texts: string[], report: Report, fail: (what: string) => void): Promise<void> {
  const { kernel } = places.world.baton.node.assembly
  const refused: [string, string][] = []
  const [stored, tried] = [new Set<string>(), new Set<string>()]
  let place = await openPlace(places, operation)
  // What is closed, ended or used up is replaced.
  const prepare = (input: (where: Scene) => Promise<Record<string, unknown>>) =>
    input(place.scene).catch(async () => input((place = await openPlace(places, operation)).scene))
  for await (const { input, fields } of poisonedInputs(operation, texts, prepare)) {
    report.combinations++
    fields.forEach((field) => tried.add(field))
    const refusal = await refusalOf(kernel, operation, place.principal, input)
    // Some refusals store what was reported with the call.
    if (refusal === undefined || refusal.includes('is recorded')) fields.forEach((field) => stored.add(field))
    else refused.push(['while storing', refusal])
    if (refusal !== undefined && !neverStores.has(operation.name)) place = await openPlace(places, operation)
  }
  leaksIn(refused).forEach(fail)
  const missed = neverStores.has(operation.name) ? [] : [...tried].filter((field) => !stored.has(field))
  if (missed.length > 0) fail(`no text could be stored in ${missed.join(', ')}: ${refused[0]?.[1]}`)
}

/** Makes the tool refuse in every way that its input allows. */
async function refuse(
  places: Places,
  operation: Operation,
  tool: string,
  at: number,
  report: Report,
  fail: (what: string) => void,
): Promise<void> {
  const { world } = places
  const { kernel } = world.baton.node.assembly
  const { scene, principal } = await openPlace(places, operation)
  const token = await world.mcpToken(scene.person)
  const base = await scene.input(operation, every)
  const said: [string, string][] = []
  for (const [place, text] of hostileTexts.entries()) {
    if (place % step !== at % step) continue
    const inputs = wrongInputs(operation, base, text)
    for (const input of inputs) said.push([tool, (await refusalOf(kernel, operation, principal, input)) ?? ''])
    // The door gives the same messages; a sample goes through it.
    if (place % 20 < step) said.push([`${tool} at the door`, await atDoor(world, token, tool, inputs.at(-1) ?? {})])
  }
  for (const wrong of wrongValues) said.push([tool, (await refusalOf(kernel, operation, principal, { ...base, ...wrong })) ?? ''])
  report.combinations += said.length
  const refusals = said.filter(([, words]) => words !== '').length
  if (refusals <= hostileTexts.length / step)
    fail(`mcp ${tool}: only ${refusals} of ${said.length} calls were refused, so this shows little`)
  leaksIn(said).forEach(fail)
}

async function atDoor({ baton }: World, token: string, tool: string, input: unknown): Promise<string> {
  const { text, status } = await callTool(baton.url, token, tool, input)
  const message = JSON.parse(text.startsWith('{') ? text : text.slice(text.indexOf('data: ') + 6))
  return status === 200 ? '' : (message.error?.message ?? wordsOf(message.result))
}

export const wordsOf = ({ content }: ToolAnswer): string => content.map(({ text }) => text).join('\n')
