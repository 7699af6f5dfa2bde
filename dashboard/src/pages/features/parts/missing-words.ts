import { dateTime, plural } from '../../../ui/format.ts'
import type { Deciders } from './deciders.ts'
import { needsOf } from './needs.ts'
import { either, gateName, shortSha, type Feature, type Gate } from './words.ts'

/** Text of the missing box: what the feature waits for, and who can act on it. */
export function missingWords(feature: Feature, gate: Gate | undefined, deciders: Deciders): { title: string; about: string } {
  const { status, commit, completed_at, cancelled_at, missing, requirements } = feature
  if (status === 'complete') {
    return {
      title: `Shipped${commit ? ` at ${shortSha(commit)}` : ''}`,
      about: `Every gate was passed. ${completed_at ? dateTime(completed_at) : ''}`,
    }
  }
  if (status === 'cancelled' || !gate) {
    return { title: 'Cancelled', about: `Doesn’t count as shipped. ${cancelled_at ? dateTime(cancelled_at) : ''}` }
  }
  if (missing.length === 0) {
    const next = requirements[requirements.indexOf(gate) + 1]
    return { title: `${gate.name} gate passed`, about: next ? `Continue to ${next.name}.` : 'Ready to ship.' }
  }
  const reopened = missing.find((one) => one.gate !== gate.key)
  if (reopened) {
    return {
      title: `${gateName(reopened.gate, requirements)} reopened`,
      about: 'Its evidence is no longer valid. Add it again to continue.',
    }
  }
  const mine = gate.kind !== 'evidence' && deciders.me && !deciders.given
  const waits = needsOf(feature, gate).filter(({ met }) => !met).length
  const missed = `${plural(waits, gate.kind === 'evidence' ? 'check' : 'requirement')} missing`
  const title = mine && waits === 1 ? `${gate.name} gate needs you` : `${gate.name} gate: ${missed}${mine ? ', including yours' : ''}`
  return { title, about: who(gate, deciders) }
}

function who(gate: Gate, { people, me, author, given, alone }: Deciders): string {
  if (gate.kind === 'evidence') return 'Add the missing evidence to continue.'
  const names = either(people.map(({ name }) => name))
  const act = gate.kind === 'approval' ? 'approve' : 'review'
  if (given)
    return `You’ve done yours. ${
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
  const own = author ? 'You’re an author, so someone else must decide. ' : ''
  return names
    ? `${own}${names} can ${act}.`
    : `${own}No one here can ${act}: everyone eligible is an author. Invite someone${alone ? ', or allow self-approval under Workflows' : ''}.`
}
