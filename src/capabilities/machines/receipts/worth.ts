import type { ReceiptBody } from '../../../platform/receipt.ts'
import type { NonceRow } from './receipts.queries.ts'

/** Allowance for clock skew between machines. */
const tolerance = 5 * 60_000

interface Surroundings {
  nonce: NonceRow | undefined
  tunnel: string
  user: string
  /** The command that the gate pins; undefined if it pins none. */
  pinned: readonly string[] | undefined
  now: Date
}

/** The reasons why a receipt ranks no higher than `reported`; without any it is `observed`. */
export function doubtsAbout(body: ReceiptBody, { nonce, tunnel, user, pinned, now }: Surroundings): string[] {
  const { argv, tree, tree_after, dirty, signer_user, command_user, agent_user } = body
  const isPinned = pinned?.length === argv.length && pinned.every((part, at) => part === argv[at])
  const doubts: [boolean, string][] = [
    [pinned === undefined, 'no gate pins a command for this check'],
    [pinned !== undefined && !isPinned, 'the command is not the one that the gate pins'],
    ...doubtsAboutNonce(body, { nonce, tunnel, user, now }),
    [dirty, 'files differed from the commit'],
    [tree !== tree_after, 'files changed while the command ran'],
    [agent_user === null, 'it is not known that the agent runs as another user of the system than the one who signed'],
    [agent_user !== null && agent_user.id === signer_user.id, 'the agent’s own user of the system has signed it'],
    [command_user.id === signer_user.id, 'the command ran as the user who signs, and could read the key'],
  ]
  return doubts.filter(([applies]) => applies).map(([, why]) => why)
}

function doubtsAboutNonce(
  { nonce: named, started_at, ended_at }: ReceiptBody,
  { nonce, tunnel, user, now }: Omit<Surroundings, 'pinned'>,
): [boolean, string][] {
  if (named === null) return [[true, 'it has no nonce of this server, so it may be from any time']]
  if (!nonce) return [[true, 'its nonce is none of this server’s']]
  const took = Date.parse(nonce.created_at)
  return [
    [nonce.tunnel_id !== tunnel, 'its nonce was taken for another machine'],
    [nonce.user_id !== user, 'its nonce was taken by another person'],
    [Date.parse(nonce.expires_at) <= now.getTime(), 'its nonce has expired'],
    [
      Date.parse(started_at) < took - tolerance || Date.parse(ended_at) > now.getTime() + tolerance,
      'its times do not lie between nonce and submission; check the clock of the machine',
    ],
  ]
}
