import { hash, verify } from '@node-rs/argon2'
import { createWorkQueue } from './work-queue.ts'

/** Half of Node's threads, and about two seconds of work waiting. */
const queue = createWorkQueue(2, 100)

// Somebody without an account waits as long as somebody with a wrong password.
const decoy = hash('no account has this password')

export const hashPassword = (password: string): Promise<string> => queue(() => hash(password))

/** Whether the password is right. `read` is asked when it is this password's turn, so that a limit reached meanwhile still counts. */
export function comparePassword(password: string, read: () => Promise<string | null>): Promise<{ hash: string | null; right: boolean }> {
  return queue(async () => {
    const stored = await read()
    const right = await verify(stored ?? (await decoy), password)
    return { hash: stored, right: stored !== null && right }
  })
}
