import type { InviteRow } from './invites.queries.ts'

/** A link has no address, and its answer no field for one. */
export function toInvite<Row extends Pick<InviteRow, 'email'>>({ email, ...invite }: Row): Omit<Row, 'email'> & { email?: string } {
  return email === null ? invite : { ...invite, email }
}
