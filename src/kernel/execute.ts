import type { AgentCalls } from '../platform/agent-calls.ts'
import type { Clock } from '../platform/clock.ts'
import type { Services } from '../platform/services.ts'
import { observe } from '../platform/telemetry.ts'
import { limitTime } from '../platform/time-limit.ts'
import { append, appendValues, auditEntry, instanceLog } from './audit.ts'
import { authorize, authorizeInput, checkAgentElsewhere, type AgentCheck } from './authorize.ts'
import { nobody, type Call, type OutsideContext, type Principal } from './context.ts'
import { Refusal, toRefusal } from './errors.ts'
import type { Reactions, UnloggedChange } from './events.ts'
import { inTransaction, Undone } from './in-transaction.ts'
import { invalidInput } from './invalid-input.ts'
import type { HeavyWork } from './heavy-work.ts'
import type { Jobs } from './jobs.ts'
import type { Operation } from './operation.ts'

export interface Kernel extends AgentCheck {
  clock: Clock
  services: Services
  jobs: Jobs
  heavyWork: HeavyWork
  reactions: Reactions
  /** Tells all listeners that this organization has news: in its log, or a change that is not logged. */
  hint(org: string, change?: UnloggedChange, calls?: readonly AgentCalls[]): void
  /** Also validate outputs; on in tests and development. */
  checkOutput: boolean
  /** Called with every unforeseen error. */
  report(error: unknown, operation: string): void
}

const audited: ReadonlySet<string> = new Set(['forbidden', 'needs_person', 'agent_stopped'])
/** Time limit of a whole call, `prepare` included. The worker's jobs have pg-boss's limit instead. */
const longestCall = 10_000

/** The only way to run an operation, whichever door it came through. */
export async function execute<In, Out>(
  kernel: Kernel,
  operation: Operation<In, Out>,
  caller: Principal,
  input: NoInfer<In>,
  call: Call,
): Promise<Out> {
  // What anyone may do runs as nobody: a login behind the wall of another login would find no account.
  const principal = operation.contract.permission === 'anyone' ? nobody : caller
  const done = observe({ operation: operation.name, door: call.door, reads: operation.contract.effect === 'read' })
  const limit = call.door === 'worker' ? undefined : limitTime(call.signal, longestCall)
  const limited = limit ? { ...call, signal: limit.signal } : call
  try {
    const result = await kernel.heavyWork.run(operation, principal, () => run(kernel, operation, principal, input, limited))
    done('ok')
    return result as Out
  } catch (error) {
    if (error instanceof Undone) {
      done('dry_run')
      return error.result as Out
    }
    const refusal = toRefusal(error)
    done(refusal.code, refusal.status >= 500)
    if (refusal.code === 'internal') kernel.report(refusal.cause, operation.name)
    if (audited.has(refusal.code) || principal.impersonator) await auditRefusal(kernel, operation, principal, call, refusal.code)
    throw refusal
  } finally {
    limit?.clear()
  }
}

/** A running `prepare` can't be stopped from here, but its caller stops waiting for it. */
function untilEnded<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const end = () => reject(new Refusal('unavailable', 'This took too long. Try again in a moment.', { retry_after: 1 }))
    if (signal.aborted) end()
    signal.addEventListener('abort', end, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end))
  })
}

async function run(kernel: Kernel, operation: Operation, principal: Principal, input: unknown, call: Call): Promise<unknown> {
  const { name, contract, phases } = operation
  authorize(contract, principal, kernel.clock.now())
  const parsed = contract.input.safeParse(input)
  if (!parsed.success) throw invalidInput(contract.input, parsed.error.issues)
  authorizeInput(contract, principal, parsed.data, kernel.clock.now())
  const org = organizationOf(contract.realm, principal)
  if (contract.effect !== 'read') await checkAgentElsewhere(kernel, contract.realm, principal)
  const outside = outsideOf(kernel, operation, principal, org, call)
  const prepared = phases.prepare && (await untilEnded(phases.prepare(outside, parsed.data), call.signal))
  const output = await inTransaction(kernel, operation, principal, org, parsed.data, call, prepared)
  await phases.after?.(outside, parsed.data, output, prepared).catch((error: unknown) => kernel.report(error, name))
  return output
}

function outsideOf(kernel: Kernel, { contract }: Operation, principal: Principal, org: string | null, call: Call): OutsideContext {
  const phase = { clock: kernel.clock, services: kernel.services, call, principal, org: org ?? '' }
  const place = { org, user: principal.user, project: principal.run?.project, agent: principal.agent, signal: call.signal }
  return {
    ...phase,
    transaction: (mode, work) => kernel.database.withRealm(contract.realm, place, mode, (tx) => work({ ...phase, tx })),
  }
}

/**
 * Instance operations write to the instance's log, account operations to that of the user's personal organization, and so do those of a login
 * that names an organization which isn't there for it.
 */
function organizationOf(realm: string, principal: Principal): string | null {
  if (realm === 'organization') return principal.organization?.id ?? null
  if (realm === 'identity') return principal.organization?.id ?? (principal.noOrganization ? principal.personalOrganization : null)
  return realm === 'instance' ? instanceLog : principal.personalOrganization
}

async function auditRefusal(kernel: Kernel, { name, contract }: Operation, by: Principal, call: Call, code: string): Promise<void> {
  const org = organizationOf(contract.realm, by)
  if (!org || !by.user) return
  const entry = auditEntry(kernel.clock.now(), by, call, name, null, code)
  const realm = contract.realm === 'instance' ? 'instance' : 'organization'
  await kernel.database
    .withRealm(realm, { org, user: by.user }, 'write', async (tx) => tx.beforeCommit(append, appendValues([], entry)))
    .catch((error: unknown) => kernel.report(error, name))
}
