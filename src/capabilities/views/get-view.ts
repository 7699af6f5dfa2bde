import { implement } from '../../kernel/operation.ts'
import { toView, viewOf } from './view-of.ts'
import * as contracts from './views.contract.ts'

export const getView = implement(contracts.getView, async (ctx, { view }) => toView(await viewOf(ctx, view)))
