import type { Principal } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { Bulkhead } from '../../platform/bulkhead.ts'

const users = new Bulkhead('pictures of a user', 1, { patience: 10_000, maxWaiting: 3 })
const node = new Bulkhead('pictures', 1, { patience: 10_000, maxWaiting: 50 })

/**
 * Processes one picture at a time, and at most one of each user: the work takes one of the few threads that password hashing, DNS and
 * files share, and a whole core. A small file can be a large picture.
 */
export async function pictureWork<T>({ user }: Principal, work: () => Promise<T>): Promise<T> {
  const leaveUser = await users.enter(String(user)).catch(() => {
    throw new Refusal('rate_limited', 'Your last pictures are still being worked on. Wait a few seconds and send this one again.', {
      retry_after: 5,
    })
  })
  try {
    const leaveNode = await node.enter('node').catch(() => {
      throw new Refusal('unavailable', 'Many pictures are being worked on right now. Send this one again in a few seconds.', {
        retry_after: 5,
      })
    })
    return await work().finally(leaveNode)
  } finally {
    leaveUser()
  }
}
