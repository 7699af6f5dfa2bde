import { implement } from '../../kernel/operation.ts'
import { refuseWithoutRepository } from './no-repository.ts'
import * as contracts from './repositories.contract.ts'

export const connectRepo = implement(contracts.connectRepo, (ctx, { project }) => refuseWithoutRepository(ctx, project))
