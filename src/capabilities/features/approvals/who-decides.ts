import type { Context } from '../../../kernel/context.ts'
import { membersWhoSee } from '../../projects/project-visibility.ts'
import type { Gate } from '../workflows/gate.ts'
import { deciders } from './approvals.queries.ts'

type ApprovalGate = Extract<Gate, { kind: 'approval' }>

const maxTold = 50

/** Named approvers and holders of a named role; if the gate names neither, everybody who may write. */
export function mayApprove(gate: ApprovalGate, user: string, role: string): boolean {
  if (role === 'viewer') return false
  if (gate.approvers.length === 0 && gate.roles.length === 0) return true
  return gate.approvers.includes(user) || gate.roles.some((one) => one === role)
}

/** Whom a gate waits for: members who see the project, may decide there and are not judging their own work. */
export async function whoDecides(ctx: Context, project: string, gate: Gate, excluded: ReadonlySet<string>): Promise<string[]> {
  const members = await ctx.tx.rows(deciders, { org: ctx.org })
  const able = members.filter(
    ({ user_id, role }) => !excluded.has(user_id) && (gate.kind !== 'approval' || mayApprove(gate, user_id, role)),
  )
  const seeing = await membersWhoSee(
    ctx,
    project,
    able.map((member) => member.user_id),
  )
  return seeing.slice(0, maxTold)
}
