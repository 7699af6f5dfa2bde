import type { Context } from '../../../kernel/context.ts'
import { advanceFeature } from '../../features/gates/advance-feature.ts'
import { storeMemory } from '../../memory/entries/store-memory.ts'
import { endSession } from '../../sessions/sessions/end-session.ts'
import { checkpointSession, createSession } from '../../sessions/sessions/sessions.operations.ts'
import { updateTask } from '../../work/items/update-task.ts'
import { claimTask } from '../claim-task.ts'
import { within } from './find-sample.ts'

export interface ToolCall {
  tool: string
  milliseconds: number
  tokens: number
}

interface Place {
  project: string
  task: string
  feature: string | undefined
  session: string | undefined
  fence: string | undefined
}

/** What the next steps need from this one. */
export interface Played {
  session?: string
  fence?: string
}

interface Step {
  /** How long to wait before the next one. */
  seconds: number
  calls: readonly ToolCall[]
  play(ctx: Context, place: Place): Promise<Played>
}

const model = 'sample'
const client_session = 'sample-replay'
const call = (tool: string, milliseconds: number, tokens: number): ToolCall => ({ tool, milliseconds, tokens })
const nothing: Played = {}

/** A session of about a minute and a half, abridged. */
export const steps: readonly Step[] = [
  {
    seconds: 8,
    calls: [call('list_projects', 12, 180), call('create_session', 21, 60)],
    async play(ctx, { project, task }) {
      const goals = [`Finish ${task}: retry a payment that timed out`, 'Leave tests that show it']
      const { id } = await within(ctx, createSession, { project, goals, context: 'Replayed for the sample project.', client_session })
      return { session: id }
    },
  },
  {
    seconds: 10,
    calls: [call('get_task', 14, 420), call('claim_task', 33, 950)],
    async play(ctx, { task, session }) {
      const { lease } = await within(ctx, claimTask, { task, session, client_session, minutes: 15 })
      return lease ? { fence: lease.fence } : nothing
    },
  },
  {
    seconds: 10,
    calls: [call('get_spec', 17, 640), call('search_memory', 41, 380), call('checkpoint_session', 22, 90)],
    async play(ctx, { session }) {
      await within(ctx, checkpointSession, {
        session,
        client_session,
        progress: 'Read the spec and what was learned about the provider. The retry belongs in src/payments/charge.ts.',
        files: ['src/payments/charge.ts', 'test/fakes/provider.ts'],
        usage: { tokens_in: 18_400, tokens_out: 1_150, cost: 0.07, model },
      })
      return nothing
    },
  },
  {
    seconds: 10,
    calls: [call('get_decision', 13, 310), call('store_memory', 38, 70)],
    async play(ctx, { project }) {
      const content = 'Asking the provider for a charge by idempotency key answers in 200 ms, also while charging times out.'
      await within(ctx, storeMemory, { project, scope: 'project', content, tags: ['payments'] })
      return nothing
    },
  },
  {
    seconds: 20,
    calls: [call('update_task', 29, 110)],
    async play(ctx, { task, fence }) {
      await within(ctx, updateTask, {
        task,
        ...(fence && { fence }),
        comment: 'After five attempts the payment is still open. What should the customer see?',
        choices: ['“We will email you”', 'Another payment method', 'Both'],
      })
      return nothing
    },
  },
  {
    seconds: 12,
    calls: [call('get_task', 12, 520), call('checkpoint_session', 24, 90)],
    async play(ctx, { session }) {
      await within(ctx, checkpointSession, {
        session,
        client_session,
        progress: 'The retry asks first and gives up after five attempts. 11 tests pass with a provider that never answers.',
        state: 'Left to do: the message for the customer, which waits for an answer.',
        files: ['src/payments/charge.ts', 'src/payments/backoff.ts', 'test/payments/retry.test.ts'],
        usage: { tokens_in: 31_200, tokens_out: 4_800, cost: 0.19, model },
      })
      return nothing
    },
  },
  {
    seconds: 10,
    calls: [call('advance_feature', 52, 260)],
    async play(ctx, { feature }) {
      if (!feature) return nothing
      const log =
        'PASS test/payments/retry.test.ts (11 tests)\nPASS test/payments/charge.test.ts (24 tests)\n\nTests: 35 passed, 35 total\nTime: 3.2 s'
      await within(ctx, advanceFeature, {
        feature,
        commit: '4f1c9a2be07d3358c6a1f0d2b9e84c7715da6e30',
        evidence: [{ check: 'tests', outcome: 'pass', exit_code: 0, log, note: 'npm test' }],
        summary: 'A payment that times out is looked up before it is tried again, five times at most.',
        recommendation: 'Ship it behind the flag for 5% of visitors first.',
        risks: 'The provider’s lookup is new to us under load.',
      })
      return nothing
    },
  },
  {
    seconds: 8,
    calls: [call('update_task', 27, 120)],
    async play(ctx, { task, fence }) {
      const comment = 'Ready for review: the retry, its backoff and 11 tests. The feature waits at the Review gate.'
      await within(ctx, updateTask, { task, status: 'in_review', ...(fence && { fence }), comment })
      return nothing
    },
  },
  {
    seconds: 0,
    calls: [call('end_session', 35, 80)],
    async play(ctx, { session }) {
      await within(ctx, endSession, {
        session,
        client_session,
        outcome: 'Payments are retried safely; the task is in review and the feature waits for a reviewer.',
        usage: { tokens_in: 6_300, tokens_out: 700, cost: 0.03, model },
      })
      return nothing
    },
  },
]
