import { userOf } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import * as contracts from './approvals.contract.ts'
import { settingsUpdated } from './approvals.events.ts'
import { storeSettings } from './approvals.queries.ts'
import { featureSettings } from './feature-settings.ts'

export const updateFeatureSettings = implement(contracts.updateFeatureSettings, async (ctx, { allow_self_approval, version }) => {
  const before = await featureSettings(ctx)
  if (version !== undefined && version !== before.version) {
    throw new Refusal('stale_version', 'Somebody changed these settings in the meantime. Read them again and repeat.')
  }
  const settings = await ctx.tx.row(storeSettings, [ctx.org, allow_self_approval, userOf(ctx), ctx.clock.now()])
  if (!settings) throw new Error('the settings were not stored')
  ctx.emit(settingsUpdated, { settings })
  return settings
})
