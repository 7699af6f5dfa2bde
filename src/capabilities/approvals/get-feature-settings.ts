import { implement } from '../../kernel/operation.ts'
import * as contracts from './approvals.contract.ts'
import { featureSettings } from './feature-settings.ts'

export const getFeatureSettings = implement(contracts.getFeatureSettings, (ctx) => featureSettings(ctx))
