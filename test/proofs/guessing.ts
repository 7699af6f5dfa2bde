import { operations } from '../../src/capabilities/operations.ts'
import { startNode } from '../../src/main/node.ts'
import type { Baton } from '../harness/baton.ts'
import { mailedSecret } from '../harness/mailed-secret.ts'
import { send } from '../harness/person.ts'

interface Size {
  guesses: number
}

/** Parallel guesses at one mailed code through two nodes, each from a different address, as an attacker's would be. */
export const proof = {
  name: 'guessing',
  claim: 'of parallel guesses at one code at most five are looked at',
  short: { guesses: 100 },
  full: { guesses: 1000 },
  async run(baton: Baton, { guesses }: Size): Promise<Record<string, number>> {
    const person = await baton.person()
    const { email } = person.user
    const code = await mailedSecret(baton, 'code', email)
    const wrong = Array.from({ length: guesses }, (_, by) => String((Number(code) + by + 1) % 1_000_000).padStart(6, '0'))
    const config = { ...baton.config, TRUSTED_PROXIES: ['127.0.0.1'] }
    const nodes = [await startNode(config, operations, baton.clock), await startNode(config, operations, baton.clock)]
    const guess = (given: string, place: number) =>
      send(
        nodes[place % 2]?.address ?? '',
        'POST',
        '/api/auth/otp/verify',
        { email, code: given },
        {
          'x-forwarded-for': `10.0.${place >> 8}.${place & 255}`,
        },
      )
    const started = performance.now()
    const answers = await Promise.all(wrong.map(guess))
    const seconds = Math.round((performance.now() - started) / 100) / 10
    const [row] = await baton.look<{ tries: number }>("select tries from auth.mailings where email = $1 and kind = 'code'", [email])
    const looked = row?.tries ?? 0
    const refused = answers.filter(({ status }) => status === 401).length
    // By then the code is invalid even for someone who knows it.
    const letIn = (await guess(code, guesses)).status === 200 ? 1 : 0
    await Promise.all(nodes.map((node) => node.close()))
    if (looked > 5 || refused < guesses || letIn > 0) {
      throw new Error(`${looked} guesses looked at, ${guesses - refused} of ${guesses} not refused, ${letIn} let in afterwards`)
    }
    return { guesses, looked_at: looked, refused, let_in: letIn, seconds }
  },
}
