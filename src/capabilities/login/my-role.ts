import { levelsOf } from '../../kernel/authorize.ts'
import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import * as contracts from './login.contract.ts'

export const myRole = implement(contracts.myRole, async (ctx) => {
  const { organization, administrator } = ctx.principal
  if (!organization) throw new Refusal('forbidden', 'You are not a member of this organization.')
  return {
    role: administrator ? ('admin' as const) : ('user' as const),
    organization_id: organization.id,
    organization_role: organization.role,
    may: levelsOf(organization.role),
  }
})
