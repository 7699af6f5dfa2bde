import { event } from '../../../kernel/events.ts'
import type { MemberRow, OrganizationRow } from './organizations.queries.ts'

type Named = Pick<OrganizationRow, 'id' | 'handle' | 'name'>

const ofOrganization = ({ organization }: { organization: Named }) => ({ subject_id: organization.id })
export const organizationCreated = event<{ organization: Named }>('organization.created', ofOrganization)
export const organizationUpdated = event<{ organization: Named }>('organization.updated', ofOrganization)
export const organizationDeleted = event<{ organization: Named }>('organization.deleted', ofOrganization)
export const organizationRestored = event<{ organization: Named }>('organization.restored', ofOrganization)

const ofMember = ({ member }: { member: MemberRow }) => ({ subject_id: member.user_id })

/** Live streams reload what a member may see on each of these events. */
export const memberAdded = event<{ member: MemberRow }>('member.added', ofMember)
export const memberUpdated = event<{ member: MemberRow }>('member.updated', ofMember)
export const memberRemoved = event<{ member: MemberRow }>('member.removed', ofMember)
