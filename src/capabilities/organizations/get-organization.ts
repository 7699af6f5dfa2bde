import { implement } from '../../kernel/operation.ts'
import * as contracts from './organizations.contract.ts'
import { requireOrganization } from './require-organization.ts'

export const getOrganization = implement(contracts.getOrganization, (ctx, input) => requireOrganization(ctx, input.organization))
