import { userOf } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import * as contracts from './second-factor.contract.ts'
import { secondFactorsOf } from './second-factors-of.ts'

export const getSecondFactor = implement(contracts.getSecondFactor, (ctx) => secondFactorsOf(ctx, userOf(ctx)))
