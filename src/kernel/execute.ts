import type { Clock } from '../platform/clock.ts'
import type { Services } from '../platform/services.ts'
import { observe } from '../platform/telemetry.ts'
import { append, appendValues, auditEntry, instanceLog } from './audit.ts'
import { authorize } from './authorize.ts'
import { nobody, type Call, type Context, type Principal } from './context.ts'
import { Refusal, toRefusal } from './errors.ts'
import { logEntry, type LogEntry } from './log-entry.ts'
import { once } from './idempotency.ts'
import { invalidInput } from './invalid-input.ts'
import type { Jobs } from './jobs.ts'
import type { Operation } from './operation.ts'
import { stands, type Standing } from './standing.ts'

export interface Kernel extends Standing {
  clock: Clock
  services: Services
  jobs: Jobs
  /** Says "this organization has news" to whoever listens. */
  hint(org: string): void
  /** Also parse outputs: in tests and development. */
  checkOutput: boolean
  /** Told of every unforeseen error. */
  report(error: unknown, operation: string): void
}

/** Carries the answer of a dry run past the transaction, which it ends. */
class Undone extends Error {
  readonly result: unknown
  constructor(result: unknown) {
    super('undone')
    this.result = result
  }
}

const audited: ReadonlySet<string> = new Set(['forbidden', 'needs_person', 'agent_stopped'])

/** The one way to run an operation, whatever door it came through. */
export async function execute(kernel: Kernel, operation: Operation, caller: Principal, input: unknown, call: Call): Promise<unknown> {
  // What anyone may do is done as nobody: a login behind the wall of another login would find no account.
  const principal = operation.contract.permission === 'anyone' ? nobody : caller
  const done = observe(operation.name, call.door)
  try {
    const result = await run(kernel, operation, principal, input, call)
    done('ok')
    return result
  } catch (error) {
    if (error instanceof Undone) {
      done('dry_run')
      return error.result
    }
    const refusal = toRefusal(error)
    done(refusal.code)
    if (refusal.code === 'internal') kernel.report(refusal.cause, operation.name)
    if (audited.has(refusal.code)) await auditRefusal(kernel, operation, principal, call, refusal)
    throw refusal
  }
}

async function run(
  kernel: Kernel,
  { name, contract, handler }: Operation,
  principal: Principal,
  input: unknown,
  call: Call,
): Promise<unknown> {
  authorize(contract, principal, kernel.clock.now())
  const parsed = contract.input.safeParse(input)
  if (!parsed.success) throw invalidInput(contract.input, parsed.error.issues)
  const org = organizationOf(contract.realm, principal)
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
      enqueue: (job, data, options) => kernel.jobs.enqueue(tx, job, { org_id: ctx.org, ...data }, options?.startAfter),
      target: (id) => void (target = id),
    }
    const work = async () => {
      // The first statement of the transaction, answered together with the handler's first: it costs no round trip.
      const standing = writes ? stands(kernel, contract.realm, tx, principal) : undefined
      standing?.catch(() => {})
      try {
        return await handler(ctx, parsed.data)
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
      const output = key ? await once(ctx, name, key, parsed.data, contract.secret_output ?? false, work) : await work()
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

/** Instance operations write the instance's log, an account's what concerns it alone goes to its personal organization's. */
function organizationOf(realm: string, principal: Principal): string | null {
  if (realm === 'organization' || realm === 'identity') return principal.organization?.id ?? null
  return realm === 'instance' ? instanceLog : principal.personalOrganization
}

async function auditRefusal(
  kernel: Kernel,
  { name, contract }: Operation,
  principal: Principal,
  call: Call,
  refusal: Refusal,
): Promise<void> {
  const org = organizationOf(contract.realm, principal)
  if (!org || !principal.user) return
  const entry = auditEntry(kernel.clock.now(), principal, call, name, null, refusal.code)
  const realm = contract.realm === 'instance' ? 'instance' : 'organization'
  await kernel.database
    .withRealm(realm, { org, user: principal.user }, 'write', async (tx) => tx.last(append, appendValues([], entry)))
    .catch((error: unknown) => kernel.report(error, name))
}
