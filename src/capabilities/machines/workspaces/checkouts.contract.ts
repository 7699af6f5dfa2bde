import { z } from 'zod'
import { Id, Timestamp, contract, ref } from '../../../kernel/contract.ts'
import { components } from '../../components.contract.ts'
import { TunnelRef } from '../tunnels/tunnels.contract.ts'
import { WorkspaceRef } from './workspace-ref.contract.ts'

const write = { realm: 'organization', permission: 'workspace:write' } as const
const one = { id: 'workspace' }
const maxCheckouts = 100
const maxFiles = 500
const maxWorktrees = 50

const line = (max: number, what: string) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, `must be ${what} on one line`)
const Path = line(1000, 'a path')
const Branch = line(250, 'a branch')
const Commit = z
  .string()
  .min(7)
  .max(64)
  .regex(/^[0-9a-f]+$/, 'must be a commit')
const RepositoryName = z
  .string()
  .min(3)
  .max(200)
  .regex(/^[\w.-]+\/[\w.-]+$/, 'must be owner/name')
const LocalId = line(200, 'the machine’s own name for it')
const CheckoutRef = ref('checkout', Id)

const ReportedWorktree = z.object({ path: Path, branch: Branch.nullable(), head: Commit.nullable() })
const Worktree = z.object({ path: z.string(), branch: z.string().nullable(), head: z.string().nullable() })

/** A machine's report on one checkout; for a checkout not known yet, the path is required. */
export const CheckoutReport = z.strictObject({
  local_id: LocalId,
  path: Path.optional(),
  repository: RepositoryName.nullish(),
  branch: Branch.nullish(),
  head: Commit.nullish(),
  dirty_files: z.array(Path).max(maxFiles).default([]),
  worktrees: z.array(ReportedWorktree).max(maxWorktrees).default([]),
})

const Machine = z.object({ id: Id, name: z.string(), owner: z.string(), online: z.boolean() })

export const Checkout = z.object({
  id: Id,
  workspace_id: Id,
  machine: Machine,
  /** The machine’s own name for it. */
  local_id: z.string(),
  path: z.string(),
  repository: z.string().nullable(),
  branch: z.string().nullable(),
  head: z.string().nullable(),
  dirty_files: z.array(z.string()),
  worktrees: z.array(Worktree),
  /** When the machine last reported on it. */
  checked_at: Timestamp.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
})

/** Whether tasks of a project can run now, and on which machines. */
export const Runnable = z.object({
  project: z.object({ id: Id, slug: z.string(), name: z.string() }),
  can_run: z.boolean(),
  /** no_checkout: no machine here has its repository. offline: those that have it are not connected. */
  why_not: z.enum(['no_checkout', 'offline']).nullable(),
  machines: z.array(
    z.object({ id: Id, name: z.string(), checkout_id: Id, path: z.string(), branch: z.string().nullable(), dirty: z.boolean() }),
  ),
})

const Unanswered = z.object({
  machine: Machine,
  reason: z.enum(['offline', 'not_allowed', 'no_answer', 'failed', 'unreadable']),
  /** What to do about it. */
  detail: z.string(),
})

components({ Checkout, CheckoutWorktree: Worktree, Runnable, UnansweredMachine: Unanswered })

export const addCheckout = contract({
  ...write,
  summary: 'Add a checkout on one of your own machines to a workspace',
  effect: 'create',
  creates: { ref: 'checkout', field: 'id' },
  input: z.strictObject({
    workspace: WorkspaceRef,
    machine: TunnelRef,
    path: Path,
    repository: RepositoryName.optional(),
    branch: Branch.optional(),
    local_id: LocalId.optional().describe('The machine’s own name for it; its path if there is none'),
  }),
  output: Checkout,
  http: [{ method: 'POST', path: '/api/workspaces/:id/checkouts', params: one }],
})

export const removeCheckout = contract({
  ...write,
  summary: 'Remove a checkout from a workspace; nothing on the machine changes',
  effect: 'delete',
  input: z.strictObject({ workspace: WorkspaceRef, checkout: CheckoutRef }),
  output: Checkout.extend({ deleted_at: Timestamp }),
  http: [{ method: 'DELETE', path: '/api/workspaces/:id/checkouts/:checkoutId', params: { id: 'workspace', checkoutId: 'checkout' } }],
  rehearsal: { after: 'addCheckout', carry: { workspace: 'workspace_id', checkout: 'id' } },
})

export const syncWorkspaces = contract({
  ...write,
  summary: 'Ask the connected machines of your workspaces how their checkouts are, or report those of your own machine',
  effect: 'change',
  input: z.strictObject({
    workspace: WorkspaceRef.optional(),
    machine: TunnelRef.optional(),
    /** A report on your own machine, which is then not asked. */
    checkouts: z.array(CheckoutReport).max(maxCheckouts).optional(),
  }),
  output: z.object({ checked: z.array(Checkout), unanswered: z.array(Unanswered) }),
  http: [{ method: 'POST', path: '/api/workspaces/sync' }],
  rehearsal: {
    after: 'addCheckout',
    carry: { workspace: 'workspace_id', machine: 'machine.id' },
    input: { checkouts: [{ local_id: 'main', path: '/src' }] },
  },
})
