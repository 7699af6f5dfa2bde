import { createHmac } from 'node:crypto'
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { notFound, Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { sql } from '../../../platform/postgres.ts'
import { countAttempt, requireAttempts } from '../../identity/login/attempts.ts'
import { decodeCursor, lastId, nextPage } from '../../paging.ts'
import { requireCommunity } from '../require-community.ts'
import * as contracts from './contact.contract.ts'

interface MessageRow {
  id: string
  name: string
  email: string
  message: string
  created_at: string
}

const insertMessage = sql(`insert into contact_messages (id, name, email, message, challenge, created_at)
  values (:id, :name, :email, :message, :challenge, :now)`)
const messages = sql(
  'select id, name, email, message, created_at from contact_messages where id < :before order by id desc limit :limit',
).as<MessageRow>()
const deleteMessage = sql('delete from contact_messages where id = :id returning id').as<{ id: string }>()

/** Must match `app.retained()` and the purge. */
const keptDays = 180
/** A few hundred key derivations take a browser about a second; verifying takes the server one. */
const work = { algorithm: 'PBKDF2/SHA-256', cost: 2000, from: 200, to: 400 }
const minutes = 20

const secretOf = (key: string, purpose: string) => createHmac('sha256', key).update(`contact ${purpose}`).digest('hex')

export const getContactChallenge = implement(contracts.getContactChallenge, {
  async prepare(ctx) {
    requireCommunity(ctx)
    const [key = ''] = ctx.services.config.SECRET_KEY
    const { parameters, signature = '' } = await createChallenge({
      algorithm: work.algorithm,
      cost: work.cost,
      counter: randomInt(work.from, work.to),
      deriveKey,
      expiresAt: new Date(ctx.clock.now().getTime() + minutes * 60_000),
      hmacSignatureSecret: secretOf(key, 'challenge'),
      hmacKeySignatureSecret: secretOf(key, 'key'),
    })
    // Drop the fields that only other algorithms use.
    const said = Object.entries(parameters).filter(([, value]) => value !== undefined)
    return { parameters: Object.fromEntries(said), signature }
  },
  handle: async (_ctx, _input, challenge) => challenge,
})

export const sendContactMessage = implement(contracts.sendContactMessage, {
  async prepare(ctx, { proof: { challenge, solution } }) {
    requireCommunity(ctx)
    // Verify only with our own parameters: a sender must not choose how much work the server does.
    if (challenge.parameters.algorithm !== work.algorithm || challenge.parameters.cost !== work.cost) return false
    for (const key of ctx.services.config.SECRET_KEY) {
      const secrets = { hmacSignatureSecret: secretOf(key, 'challenge'), hmacKeySignatureSecret: secretOf(key, 'key') }
      const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets } as never)
      if (verified) return true
    }
    return false
  },
  async handle(ctx, { name, email, message, proof, website }, proven) {
    if (!proven) throw new Refusal('invalid', 'The proof of work is wrong or too old. Ask for another with {getContactChallenge}.')
    const address = ctx.call.address ?? 'unknown'
    await requireAttempts(ctx, 'contact_address', address, ctx.services.config.CONTACT_PER_HOUR)
    await countAttempt(ctx, 'contact_address', address)
    // A bot that fills in every field is told that it succeeded, so that it doesn't learn about the honeypot.
    if (website !== '') return { received: true as const }
    const values = { id: newId(), name, email, message, challenge: proof.challenge.parameters.nonce, now: ctx.clock.now() }
    await ctx.tx.rows(insertMessage, values).catch((error: unknown) => {
      if ((error as { code?: string }).code !== '23505') throw error
      throw new Refusal('invalid', 'This proof of work was used already. Ask for another with {getContactChallenge}.')
    })
    return { received: true as const }
  },
})

export const listContactMessages = implement(contracts.listContactMessages, async (ctx, { limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  const { items, next_cursor } = nextPage(await ctx.tx.rows(messages, { before, limit: limit + 1 }), limit, (row) => [row.id])
  const goes = (at: string) => new Date(Date.parse(at) + keptDays * 86_400_000).toISOString()
  return { items: items.map((row) => ({ ...row, erased_at: goes(row.created_at) })), next_cursor }
})

export const deleteContactMessage = implement(contracts.deleteContactMessage, async (ctx, { id }) => {
  const gone = await ctx.tx.row(deleteMessage, { id })
  if (!gone) throw notFound('message', id, 'List them with {listContactMessages}.')
  ctx.target(id)
  return gone
})
