import { hash, verify } from '@node-rs/argon2'
import { Bulkhead } from './bulkhead.ts'

/** Half of Node's thread pool, and a queue of a few seconds' work: DNS, files and new database connections need the same threads. */
const hashing = new Bulkhead('password hashing', 2, { patience: 5_000, maxWaiting: 200 })

// Verified if there is no account, so that it takes as long as a wrong password does.
const decoy = hash('no account has this password')

export const hashPassword = (password: string): Promise<string> => hashing.run('', () => hash(password))

/** Whether the password is right. `read` is only called when this password's turn comes, so that a limit reached in the meantime still counts. */
export function comparePassword(password: string, read: () => Promise<string | null>): Promise<{ hash: string | null; right: boolean }> {
  return hashing.run('', async () => {
    const stored = await read()
    const right = await verify(stored ?? (await decoy), password)
    return { hash: stored, right: stored !== null && right }
  })
}
