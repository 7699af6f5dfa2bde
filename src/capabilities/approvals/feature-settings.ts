import type { Context } from '../../kernel/context.ts'
import { settings, type SettingsRow } from './approvals.queries.ts'

const untouched: SettingsRow = { allow_self_approval: false, updated_by: null, updated_at: null, version: 1 }

export const featureSettings = async (ctx: Context): Promise<SettingsRow> => (await ctx.tx.row(settings, [ctx.org])) ?? untouched
