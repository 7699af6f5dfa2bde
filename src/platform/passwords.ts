import { hash, verify } from '@node-rs/argon2'
import { Bulkhead } from './bulkhead.ts'

/** Half of Node's threads, and a few seconds of work waiting: DNS, files and new database connections need the same threads. */
const hashing = new Bulkhead('password hashing', 2, { patience: 5_000, maxWaiting: 200 })

// Somebody without an account waits as long as somebody with a wrong password.
const decoy = hash('no account has this password')

export const hashPassword = (password: string): Promise<string> => hashing.run('', () => hash(password))

/** Whether the password is right. `read` is asked when it is this password's turn, so that a limit reached meanwhile still counts. */
export function comparePassword(password: string, read: () => Promise<string | null>): Promise<{ hash: string | null; right: boolean }> {
  return hashing.run('', async () => {
    const stored = await read()
    const right = await verify(stored ?? (await decoy), password)
    return { hash: stored, right: stored !== null && right }
  })
}
