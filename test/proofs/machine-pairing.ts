import { newKeyPair } from '../../src/platform/tunnel-protocol.ts'
import type { Baton } from '../harness/baton.ts'
import { send, type Answer } from '../harness/person.ts'
import { claimed } from './proof.ts'

const claimPath = '/api/tunnels/claim'

/** Many machines claim one pairing at the same moment on two nodes, some with the nonce and some with guesses. */
export const proof = {
  name: 'machine-pairing',
  claim: 'of any number of machines that claim one pairing at once, one has it, and only its fingerprint confirms it',
  short: { claims: 100 },
  full: { claims: 1000 },
  async run(baton: Baton, { claims }: { claims: number }): Promise<Record<string, number>> {
    const owner = await baton.person()
    const nodes = [baton.url, (await baton.addNode()).address]
    const { id, nonce } = await owner.api.registerTunnel({ name: 'Contested' })
    const key = () => newKeyPair().publicKey.toString('base64url')
    const answers = await Promise.all(
      Array.from({ length: claims }, (_, place) => send(nodes[place % 2] as string, 'POST', claimPath, { nonce, public_key: key() })),
    )
    const won = answers.filter(({ status }) => status === 200)
    // A few at a time, so that every guess is evaluated and none is rejected because of load.
    const guesses: Answer[] = []
    for (let place = 0; place < claims; place += 20) {
      const guess = (_: unknown, more: number) => `${nonce.slice(0, -4)}${String(place + more).padStart(4, 'x')}`
      const some = Array.from({ length: 20 }, guess).map((wrong) =>
        send(nodes[0] as string, 'POST', claimPath, { nonce: wrong, public_key: key() }),
      )
      guesses.push(...(await Promise.all(some)))
    }
    const fingerprint = won[0]?.body.fingerprint as string
    const wrong = fingerprint.replace(/^./, (first) => (first === '0' ? '1' : '0'))
    const changed = await owner.call('POST', `/api/tunnels/${id}/confirm`, { fingerprint: wrong })
    const byId = await owner.call('POST', `/api/tunnels/${id}/confirm`, {})
    const right = await owner.call('POST', `/api/tunnels/${id}/confirm`, { fingerprint })
    const figures = {
      claims,
      won: won.length,
      refused: answers.filter(({ status }) => status === 401).length,
      guesses: guesses.filter(({ status }) => status === 401).length,
      guessed: guesses.filter(({ status }) => status === 200).length,
      confirmed_by_another_fingerprint: changed.status === 200 ? 1 : 0,
      confirmed_by_id_alone: byId.status === 200 ? 1 : 0,
      confirmed: right.status === 200 ? 1 : 0,
    }
    const never = { guessed: 0, confirmed_by_another_fingerprint: 0, confirmed_by_id_alone: 0 }
    return claimed(figures, { is: { ...never, won: 1, refused: claims - 1, guesses: claims, confirmed: 1 } })
  },
}
