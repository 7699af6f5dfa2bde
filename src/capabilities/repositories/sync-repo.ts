import { implement } from '../../kernel/operation.ts'
import { refuseWithoutRepository } from './no-repository.ts'
import * as contracts from './repositories.contract.ts'

export const syncRepo = implement(contracts.syncRepo, (ctx, { project }) => refuseWithoutRepository(ctx, project))
