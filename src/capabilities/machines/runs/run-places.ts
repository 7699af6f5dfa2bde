import type { TxContext } from '../../../kernel/context.ts'
import type { RunOffer } from '../../../platform/tunnel-protocol.ts'
import { aliveSince } from '../workspaces/runnable.ts'
import { placesOf, type PlaceRow } from './run-places.queries.ts'

type WhyNot = 'offline' | 'not_named' | 'no_client' | 'busy' | 'quiet_hours'

interface Asked {
  project: string
  workspace?: string | null
  machine?: string | null
}

/** The checkouts in which a task of this project can be worked on, whether or not their machines would run anything now. */
export const placesFor = (ctx: TxContext, { project, workspace = null, machine = null }: Asked): Promise<PlaceRow[]> =>
  ctx.tx.rows(placesOf, { org: ctx.org, project, workspace, machine, alive: aliveSince(ctx) })

export const isNamed = (offer: RunOffer, { id, handle }: { id: string; handle: string }): boolean =>
  offer.people.includes(id) || offer.people.includes(handle)

/** What keeps a machine from starting this person's run now, judging by what the machine reports about itself. */
export function whyNot(place: PlaceRow, person: { id: string; handle: string }, client: string | undefined): WhyNot | null {
  const { machine, offer, held } = place
  if (!machine.online) return 'offline'
  if (!offer || !isNamed(offer, person)) return 'not_named'
  if (client === undefined ? offer.clients.length === 0 : !offer.clients.some(({ name }) => name === client)) return 'no_client'
  if (held >= offer.at_once) return 'busy'
  return offer.quiet ? 'quiet_hours' : null
}

/** Closest to starting first: a waiting person is shown the reason for the best place. */
const order: (WhyNot | null)[] = [null, 'busy', 'quiet_hours', 'offline', 'no_client', 'not_named']

export function waitsFor(places: readonly PlaceRow[], person: { id: string; handle: string }, client: string): string {
  const [best] = places
    .map((place) => ({ name: place.machine.name, why: whyNot(place, person, client) }))
    .toSorted((one, other) => order.indexOf(one.why) - order.indexOf(other.why))
  if (!best) return 'No machine has a checkout of this project in the workspace'
  const { name } = best
  if (best.why === 'offline') return `${name} is offline`
  if (best.why === 'not_named') return `The file of ${name} does not name @${person.handle} under runs.people`
  if (best.why === 'no_client') return `The file of ${name} has no client ${client}`
  if (best.why === 'busy') return `${name} is busy with other runs`
  if (best.why === 'quiet_hours') return `${name} has quiet hours`
  return `${name} takes it in a moment`
}
