import { z } from 'zod'
import { Id, contract } from '../../../kernel/contract.ts'
import { ToolKind } from './runs.contract.ts'

// Called for runs by the door that holds a machine's connection, on behalf of the machine and not of a user.

const system = { realm: 'organization', permission: 'system', effect: 'change' } as const
const held = { tunnel_id: Id, fence: z.int().min(1) }
const Fence = z.int().min(1).max(1_000_000)
const attempt = { tunnel_id: Id, run: Id, fence: Fence }
const recorded = z.object({ recorded: z.boolean() })
const count = z.int().min(0).max(2_147_483_647)

export const takeRuns = contract({
  ...system,
  summary: 'The runs that a machine is to start or to stop now; each is taken by one machine, for two minutes',
  input: z.strictObject({ ...held, again: z.boolean() }),
  output: z.object({ frames: z.array(z.object({ body: z.string(), signature: z.string() })) }),
})

export const renewRuns = contract({
  ...system,
  summary: 'A machine says which runs it holds; those that are no longer its own are answered',
  input: z.strictObject({ tunnel_id: Id, runs: z.array(z.strictObject({ run: Id, fence: Fence })).max(100) }),
  output: z.object({ lost: z.array(z.object({ run: Id, fence: z.int() })) }),
})

export const recordRunStarted = contract({
  ...system,
  summary: 'A machine has started the agent of a run',
  input: z.strictObject({ ...attempt, branch: z.string().min(1).max(250), worktree: z.string().min(1).max(1000) }),
  output: recorded,
})

export const recordRunOutput = contract({
  ...system,
  summary: 'A piece of what a run says; each is stored once',
  input: z.strictObject({
    ...attempt,
    seq: z.int().min(1).max(1_000_000_000),
    kind: z.enum(['stdout', 'stderr', 'message', 'tool', 'note']),
    text: z.string().max(16_384),
  }),
  output: recorded,
})

export const recordRunEnded = contract({
  ...system,
  summary: 'What came of a run; of an attempt that counts no longer it is kept as a note, and nothing else of it counts',
  input: z.strictObject({
    ...attempt,
    outcome: z.enum(['done', 'failed', 'stopped', 'unknown', 'refused']),
    exit_code: z.int().nullable(),
    error: z.string().nullable(),
    branch: z.string().max(250).nullable(),
    base: z.string().max(64).nullable(),
    head: z.string().max(64).nullable(),
    files_changed: count,
    insertions: count,
    deletions: count,
    dirty_files: count,
    refused: z
      .strictObject({ count, kinds: z.array(ToolKind).max(ToolKind.options.length) })
      .nullable()
      .default(null),
    receipt: z.strictObject({ body: z.string().max(200_000), signature: z.string().max(200) }).nullable(),
  }),
  output: recorded,
})

export const expireRun = contract({
  ...system,
  job: true,
  summary: 'Take a run back whose machine has not renewed it; another one may have it then',
  input: z.strictObject({ run_id: Id, fence: z.int() }),
  output: z.object({ expired: z.boolean() }),
})
