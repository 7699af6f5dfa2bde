import type { Context, TxContext } from '../../../kernel/context.ts'
import { selfApproval, settings, type SettingsRow } from './approvals.queries.ts'

/** `allowed`: the owner has enabled it and there is nobody else; `possible`: there is nobody else, but it is not enabled. */
export type SelfApproval = 'allowed' | 'possible' | 'no'

/** Whether authors may decide on their own work here. */
export async function selfApprovalState(ctx: TxContext): Promise<SelfApproval> {
  const row = await ctx.tx.row(selfApproval, { org: ctx.org })
  if (!row?.alone) return 'no'
  return row.enabled ? 'allowed' : 'possible'
}

export const selfApprovalAllowed = async (ctx: Context): Promise<boolean> => (await selfApprovalState(ctx)) === 'allowed'

/** What the only member of an organization can do about a gate that somebody else would decide. */
export const aloneAdvice: Record<SelfApproval, string> = {
  allowed:
    'The organization has one member and allows self-approval, so they can do it themselves in the dashboard, right after logging in. No agent, key or token can.',
  possible:
    'The organization has one member, who is among the authors: invite somebody, or as its owner turn on self-approval under Workflows in the dashboard.',
  no: '',
}

const untouched: SettingsRow = { allow_self_approval: false, updated_by: null, updated_at: null, version: 1 }

export const featureSettings = async (ctx: Context): Promise<SettingsRow> => (await ctx.tx.row(settings, { org: ctx.org })) ?? untouched
