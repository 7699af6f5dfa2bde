import { createECDH } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { operations } from '../../src/capabilities/operations.ts'
import { system } from '../../src/kernel/context.ts'
import { execute } from '../../src/kernel/execute.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { addPasskey, originOf } from '../identity/passkeys/passkey-owner.ts'
import { TestMachine, until } from '../machines/machines.ts'
import { startPushService } from '../notices/push/push-service.ts'
import type { Answer, Person } from '../harness/person.ts'
import { startWorker } from '../harness/worker.ts'
import { claimed } from './proof.ts'

interface Size {
  races: number
  pushes: number
  /** Seconds until a push may be there, at the 95th percentile; null: only reported. */
  soon: number | null
}
interface Race {
  won: number
  stored: number
  refused: number
  tries: number
}

const choices = ['Up', 'Down']
const wins = (answers: readonly Answer[]): number => answers.filter(({ status }) => status === 200).length
const conflicts = (answers: readonly Answer[]): number => answers.filter(({ status }) => status === 409).length

/** Whatever waits for a person is decided once, whoever else decides and however late, and it reaches their phone soon. */
export const proof = {
  name: 'decisions',
  claim:
    'of several who decide at once, and of a decision and its deadline, one counts; what needs a person is on their phone within seconds',
  timed: true,
  short: { races: 30, pushes: 3, soon: null } as Size,
  full: { races: 1000, pushes: 100, soon: 3 } as Size,
  async run(baton: Baton, { races, pushes, soon }: Size): Promise<Record<string, number>> {
    const ann = await (await baton.person()).createOrganization('deciders')
    const bob = (await baton.person()).in(ann.organization ?? '')
    await ann.do('POST', '/api/organization/members', { user: bob.user.handle, role: 'member' })
    await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
    const { key } = await ann.do('POST', '/api/tasks', { project: 'web', title: 'Round the tax' })
    const dangerous = await dangerousActions(baton)
    const results: Race[] = []
    for (let round = 0; round < races; round++) {
      if (round % 3 === 0) results.push(await answers(ann, bob, key, null))
      else if (round % 3 === 1) results.push(await answers(ann, bob, key, new Date(baton.clock.now().getTime() + 20 + (round % 60))))
      else results.push(await dangerous.race())
    }
    await dangerous.close()
    const seconds = (await pushTimes(baton, pushes)).toSorted((one, other) => one - other)
    const figures = {
      races: results.length,
      decided: results.filter(({ won }) => won === 1).length,
      ran_out: results.filter(({ won }) => won === 0).length,
      decided_twice: results.filter(({ won }) => won > 1).length,
      not_what_was_stored: results.filter(({ won, stored }) => won !== stored).length,
      neither_taken_nor_refused: results.filter(({ won, refused, tries }) => won + refused !== tries).length,
      pushes: seconds.length,
      push_p95_s: seconds[Math.ceil(seconds.length * 0.95) - 1] ?? Infinity,
    }
    return claimed(figures, {
      is: { races, pushes, decided_twice: 0, not_what_was_stored: 0, neither_taken_nor_refused: 0 },
      most: { push_p95_s: soon },
      // A third of the questions has no deadline, so that somebody always decides.
      least: { decided: Math.floor(races / 3) },
    })
  },
}

/** Two people answer twice each; with a deadline, some of the four answers come before it and some after. */
async function answers(ann: Person, bob: Person, key: string, deadline: Date | null): Promise<Race> {
  const answer_by = deadline ? { answer_by: deadline.toISOString() } : {}
  const { id } = await ann.do('POST', `/api/tasks/${key}/comments`, { body: 'Up or down?', choices, ...answer_by })
  const given = await Promise.all(
    [ann, bob, ann, bob].map(async (person, place) => {
      if (deadline) await pause(place * 15)
      return person.call('POST', `/api/tasks/${key}/comments/${id}/answer`, { choice: choices[place % 2] })
    }),
  )
  const { items } = await ann.do('GET', `/api/tasks/${key}/comments?limit=100`)
  const stored = items.filter(({ reply_to }: { reply_to: string | null }) => reply_to === id).length
  await ann.do('DELETE', `/api/tasks/${key}/comments/${id}`)
  return { won: wins(given), stored, refused: conflicts(given), tries: given.length }
}

/** A signature, two refusals and the expiry, all at once. */
async function dangerousActions(baton: Baton) {
  const owner = await baton.person()
  const machine = await TestMachine.pair(owner)
  const actions = JSON.stringify([{ name: 'wipe', description: '', risk: 'danger', schema: {} }])
  // Connected only in the database, so approved actions stay where they are.
  await baton.look('update tunnels set fence = 1, node_id = gen_random_uuid(), last_seen_at = now(), actions = $2 where id = $1', [
    machine.id,
    actions,
  ])
  const { authenticator, id: passkey } = await addPasskey(owner, originOf(baton.config.APP_URL))
  await owner.api.offerTunnelSigner({ tunnel: machine.id, passkey })
  const expire = (action_id: string) =>
    execute(
      baton.node.assembly.kernel,
      operations.get('expireTunnelAction'),
      system(owner.user.personal_organization_id),
      { action_id },
      { door: 'worker' },
    )
  return {
    close: () => machine.close(),
    async race(): Promise<Race> {
      const { id } = await machine.ask('wipe')
      const { to_sign } = await machine.action(id)
      const response = authenticator.get({ ...to_sign, rpId: to_sign?.rp_id })
      const path = `/api/tunnels/${machine.id}/actions/${id}`
      const [given] = await Promise.all([
        Promise.all([
          owner.call('POST', `${path}/deny`, {}),
          owner.call('POST', `${path}/approve`, { response }),
          owner.call('POST', `${path}/deny`, {}),
        ]),
        expire(id),
      ])
      const { decided_by } = await machine.action(id)
      return { won: wins(given), stored: decided_by ? 1 : 0, refused: conflicts(given), tries: given.length }
    },
  }
}

/** Times from the call that needs a person to the message in their browser, through a real worker and a push service that decrypts. */
async function pushTimes(baton: Baton, pushes: number): Promise<number[]> {
  const service = await startPushService()
  const key = createECDH('prime256v1')
  key.generateKeys()
  const PUSH_PRIVATE_KEY = key.getPrivateKey().toString('base64url').padStart(43, 'A')
  const pushing = await startBaton({ PRIVATE_ADDRESSES: 'allow', PUSH_PRIVATE_KEY }, undefined, baton.servers)
  const worker = await startWorker(pushing)
  try {
    const ann = await (await pushing.person()).createOrganization('phones')
    const bob = (await pushing.person()).in(ann.organization ?? '')
    await ann.do('POST', '/api/organization/members', { user: bob.user.handle, role: 'member' })
    await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
    const phone = service.browser()
    await ann.do('POST', '/api/settings/push', phone.input)
    const here = () => service.received.filter(({ path, data }) => path === phone.path && !data.settled)
    const times: number[] = []
    for (let count = 1; count <= pushes; count++) {
      const { key: task } = await bob.do('POST', '/api/tasks', { project: 'web', title: `Question ${count}` })
      const began = Date.now()
      await bob.do('POST', `/api/tasks/${task}/comments`, { body: `@${ann.user.handle}, up or down?` })
      await until('the message', () => here().length === count)
      times.push(((here().at(-1)?.at ?? Infinity) - began) / 1000)
    }
    return times
  } finally {
    await worker.close()
    await pushing.close()
    await service.close()
  }
}
