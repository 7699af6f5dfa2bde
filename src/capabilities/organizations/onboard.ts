import { implement } from '../../kernel/operation.ts'
import { inviteByMail } from '../invites/invite-by-mail.ts'
import { foundOrganization } from './found-organization.ts'
import * as contracts from './organizations.contract.ts'
import { requireOrganization } from './require-organization.ts'
import { renameOrganization } from './update-organization.ts'

/** Without a handle, or with one's own, the personal organization gets the name; with another, an organization is made. */
export const onboard = implement(contracts.onboard, async (ctx, input) => {
  const personal = await requireOrganization(ctx, ctx.org)
  const named = input.handle === undefined || input.handle === personal.handle
  const organization = named
    ? await renameOrganization(ctx, personal, { name: input.name })
    : await foundOrganization(ctx, input.handle ?? '', input.name)
  const invites: Awaited<ReturnType<typeof inviteByMail>>[] = []
  for (const invite of input.invites) invites.push(await inviteByMail(ctx, invite))
  return { organization, invites }
})
