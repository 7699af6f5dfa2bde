import { BatonError, send } from '@baton/client'
import { optionsFor } from './client.ts'
import { slowDown } from './live/connection.ts'

interface Asked {
  operation: string
  input: unknown
  resolve(answer: unknown): void
  reject(error: unknown): void
}
interface Answered {
  answers: ({ answer: unknown } | { problem: Problem })[]
}
type Problem = { status?: number; retry_after?: number } & Record<string, unknown>

const atMost = 20
const waiting = new Map<string, Asked[]>()

/** Batches reads of the same tick, such as those of a page that opens, into one request. A single read is sent as an ordinary call. */
export function readTogether(organization: string, operation: string, input: unknown, alone: () => Promise<unknown>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const line = waiting.get(organization)
    const asked = { operation, input, resolve, reject }
    if (line) return void line.push(asked)
    waiting.set(organization, [asked])
    setTimeout(() => {
      const all = waiting.get(organization) ?? []
      waiting.delete(organization)
      if (all.length === 1) alone().then(resolve, reject)
      else for (let at = 0; at < all.length; at += atMost) void ask(organization, all.slice(at, at + atMost))
    }, 0)
  })
}

function refusalOf({ retry_after = 1, ...problem }: Problem): Promise<BatonError> {
  const { status = 500 } = problem
  if (status === 429) slowDown(retry_after)
  return BatonError.from(Response.json(problem, { status, headers: status === 429 ? { 'retry-after': String(retry_after) } : {} }))
}

async function ask(organization: string, all: readonly Asked[]): Promise<void> {
  const body = JSON.stringify({ reads: all.map(({ operation, input }) => ({ operation, input })) })
  try {
    const { answers } = (await send(optionsFor(organization), { method: 'POST', path: '/api/reads', body })) as Answered
    for (const [at, { resolve, reject }] of all.entries()) {
      const one = answers[at]
      if (one && 'answer' in one) resolve(one.answer)
      else reject(await refusalOf(one?.problem ?? {}))
    }
  } catch (error) {
    for (const { reject } of all) reject(error)
  }
}
