import { implement } from '../../kernel/operation.ts'
import { foundOrganization } from './found-organization.ts'
import * as contracts from './organizations.contract.ts'

export const createOrganization = implement(contracts.createOrganization, (ctx, input) => foundOrganization(ctx, input.handle, input.name))
