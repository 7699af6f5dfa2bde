import { append, appendValues, auditEntry, checkWrites, logEntry, type LogEntry } from './audit.ts'
import { checkAgent } from './authorize.ts'
import type { Call, Context, Principal } from './context.ts'
import { Refusal } from './errors.ts'
import type { Kernel } from './execute.ts'
import { once } from './idempotency.ts'
import type { Operation } from './operation.ts'

/** Carries the answer of a dry run out of the transaction, which it rolls back. */
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
  operation: Operation,
  principal: Principal,
  org: string | null,
  input: unknown,
  call: Call,
  prepared: unknown,
): Promise<unknown> {
  const { name, contract, phases } = operation
  const writes = contract.effect !== 'read'
  const recorded = writes || contract.realm === 'instance' || principal.impersonator !== null
  const events: LogEntry[] = []
  const due: (() => Promise<void>)[] = []
  const deferred: NonNullable<Context['deferred']> = {}
  const complete = async (output: unknown) => {
    const answer = deferred.fields ? { ...(output as object), ...(await deferred.fields) } : output
    return kernel.checkOutput ? contract.output.parse(answer) : answer
  }
  let left = org
  const place = { org, user: principal.user, project: principal.run?.project, agent: principal.agent, signal: call.signal }
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
        tx.switchTenant({ org: nextOrg, user: next.user, project: next.run?.project, agent: next.agent })
      },
      emit(kind, data) {
        events.push(logEntry(ctx, kind, data))
        const react = kernel.reactions.get(kind.type)
        if (react) due.push(() => react(ctx, data as never))
      },
      enqueue: (job, data: object, options) => kernel.jobs.enqueue(tx, job, { org_id: ctx.org, ...data }, options),
      target: (id) => void (target = id),
      deferred,
    }
    const work = async () => {
      // Sent first in the transaction and answered together with the handler's first statement, so it costs no extra round trip.
      const beside = call.beside?.(tx)
      const active = writes ? checkAgent(kernel, contract.realm, tx, principal) : beside
      active?.catch(() => {})
      try {
        const output = await phases.handle(ctx, input, prepared)
        for (const react of due) await react()
        return output
      } finally {
        await active
      }
    }
    const settle = (outcome: string) => {
      left = ctx.org || null
      // A job that found nothing to do leaves no audit entry.
      if (!recorded || !left || (principal.credential.kind === 'system' && !target && events.length === 0)) return
      const entry = auditEntry(kernel.clock.now(), ctx.principal, call, name, target, outcome)
      tx.beforeCommit(append, appendValues(events, entry, deferred.item))
    }
    const key = writes && principal.credential.kind !== 'none' ? call.idempotencyKey : undefined
    try {
      const output = key ? await once(ctx, operation, key, input, work) : await work()
      if (call.dryRun) await tx.rows(checkWrites, { events: JSON.stringify(events) })
      if (call.dryRun) throw new Undone(await complete(output))
      settle('ok')
      return deferred.fields ? output : await complete(output)
    } catch (error) {
      if (!(error instanceof Refusal && error.commits) || call.dryRun) throw error
      settle(error.code)
      return error
    }
  })
  if (events.length > 0 && left) kernel.hint(left)
  if (result instanceof Refusal) throw result
  return deferred.fields ? complete(result) : result
}
