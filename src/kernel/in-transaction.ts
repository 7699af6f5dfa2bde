import { append, appendValues, auditEntry } from './audit.ts'
import type { Call, Context, Principal } from './context.ts'
import { Refusal } from './errors.ts'
import type { Kernel } from './execute.ts'
import { once } from './idempotency.ts'
import { logEntry, type LogEntry } from './log-entry.ts'
import type { Operation } from './operation.ts'
import { stands } from './standing.ts'

/** Carries the answer of a dry run past the transaction, which it ends. */
export class Undone extends Error {
  readonly result: unknown
  constructor(result: unknown) {
    super('undone')
    this.result = result
  }
}

/** The operation's own transaction: its rows, events, jobs and audit entry commit together. */
export async function inTransaction(
  kernel: Kernel,
  { name, contract, phases }: Operation,
  principal: Principal,
  org: string | null,
  input: unknown,
  call: Call,
  prepared: unknown,
): Promise<unknown> {
  const writes = contract.effect !== 'read'
  const recorded = writes || contract.realm === 'instance'
  const events: LogEntry[] = []
  let left = org
  const place = { org, user: principal.user, signal: call.signal }
  const result = await kernel.database.withRealm(contract.realm, place, recorded ? 'write' : 'read', async (tx) => {
    let target: string | null = null
    const ctx: Context = {
      tx,
      clock: kernel.clock,
      services: kernel.services,
      call,
      principal,
      org: org ?? '',
      enter(next, nextOrg) {
        ctx.principal = next
        ctx.org = nextOrg
        tx.enter({ org: nextOrg, user: next.user })
      },
      emit: (kind, data) => void events.push(logEntry(ctx, kind, data)),
      enqueue: (job, data, options) => kernel.jobs.enqueue(tx, job, { org_id: ctx.org, ...data }, options),
      target: (id) => void (target = id),
    }
    const work = async () => {
      // The first statement of the transaction, answered together with the handler's first: it costs no round trip.
      const standing = writes ? stands(kernel, contract.realm, tx, principal) : undefined
      standing?.catch(() => {})
      try {
        return await phases.handle(ctx, input, prepared)
      } finally {
        await standing
      }
    }
    const settle = (outcome: string) => {
      left = ctx.org || null
      // A worker that found nothing to do has done nothing.
      const idle = principal.credential.kind === 'system' && !target && events.length === 0
      if (recorded && left && !idle)
        tx.last(append, appendValues(events, auditEntry(kernel.clock.now(), ctx.principal, call, name, target, outcome)))
    }
    const key = writes && principal.credential.kind !== 'none' ? call.idempotencyKey : undefined
    try {
      const output = key ? await once(ctx, name, key, input, contract.secret_output ?? false, work) : await work()
      const answer = kernel.checkOutput ? contract.output.parse(output) : output
      if (call.dryRun) throw new Undone(answer)
      settle('ok')
      return answer
    } catch (error) {
      if (!(error instanceof Refusal && error.keep) || call.dryRun) throw error
      settle(error.code)
      return error
    }
  })
  if (events.length > 0 && left) kernel.hint(left)
  if (result instanceof Refusal) throw result
  return result
}
