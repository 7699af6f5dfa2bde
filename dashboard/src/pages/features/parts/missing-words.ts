import { dateTime } from '../../../ui/format.ts'
import type { Deciders } from './deciders.ts'
import { needsOf } from './needs.ts'
import { either, gateName, shortSha, things, type Feature, type Gate } from './words.ts'

/** What the one box says: what the feature waits for, and who can do something about it. */
export function missingWords(feature: Feature, gate: Gate | undefined, deciders: Deciders): { title: string; about: string } {
  const { status, commit, completed_at, cancelled_at, missing, requirements } = feature
  if (status === 'complete') {
    return {
      title: `Shipped${commit ? ` at ${shortSha(commit)}` : ''}`,
      about: `Every gate was passed. ${completed_at ? dateTime(completed_at) : ''}`,
    }
  }
  if (status === 'cancelled' || !gate) {
    return { title: 'Cancelled', about: `It never counts as done. ${cancelled_at ? dateTime(cancelled_at) : ''}` }
  }
  if (missing.length === 0) {
    const next = requirements[requirements.indexOf(gate) + 1]
    return { title: `${gate.name} has all it asks for`, about: next ? `Move it on to ${next.name}.` : 'It can ship.' }
  }
  const reopened = missing.find((one) => one.gate !== gate.key)
  if (reopened) {
    return {
      title: `${gateName(reopened.gate, requirements)} is open again`,
      about: 'What it rested on no longer holds. It has to be shown again before anything else.',
    }
  }
  const mine = gate.kind !== 'evidence' && deciders.me && !deciders.given
  const waits = needsOf(feature, gate).filter(({ met }) => !met).length
  const you = mine ? (waits === 1 ? 'you' : `${things(waits)}, one of them you`) : things(waits)
  return { title: `${gate.name} waits for ${you}`, about: who(gate, deciders) }
}

function who(gate: Gate, { people, me, author, given, alone }: Deciders): string {
  if (gate.kind === 'evidence') return 'Whoever is at work on it shows what is missing, then moves it on.'
  const names = either(people.map(({ name }) => name))
  const act = gate.kind === 'approval' ? 'approve it' : 'review it'
  if (given)
    return `You have given yours. ${
      names
        ? `${either(
            people.map(({ name }) => name),
            'and',
          )} can too.`
        : ''
    }`
  if (me)
    return people.length > 1
      ? `You can ${act}, and so can ${people.length === 2 ? 'one other person' : `${people.length - 1} others`}.`
      : `You can ${act}.`
  const own = author ? 'You are among its authors, so somebody else decides. ' : ''
  return names
    ? `${own}${names} can ${act}.`
    : `${own}Nobody here can ${act}: everyone who may is among its authors. Invite somebody${alone ? ', or allow self-approval under Workflows' : ''}.`
}
