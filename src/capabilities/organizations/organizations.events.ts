import { event } from '../../kernel/events.ts'
import type { MemberRow, OrganizationRow } from './organizations.queries.ts'

type Named = Pick<OrganizationRow, 'id' | 'handle' | 'name'>

export const organizationCreated = event<{ organization: Named }>('organization.created', ({ organization }) => ({
  subject_id: organization.id,
}))

const ofMember = ({ member }: { member: MemberRow }) => ({ subject_id: member.user_id })

/** Live streams reload what a member may see when one of these passes. */
export const memberAdded = event<{ member: MemberRow }>('member.added', ofMember)
export const memberUpdated = event<{ member: MemberRow }>('member.updated', ofMember)
export const memberRemoved = event<{ member: MemberRow }>('member.removed', ofMember)
