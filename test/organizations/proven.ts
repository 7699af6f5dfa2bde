import type { Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'

/** A new account with a proven e-mail address, for tests that aren't about proving it. */
export async function provenPerson(baton: Baton, name?: string): Promise<Person> {
  const person = await baton.person(name)
  await baton.look('update auth.accounts set email_verified_at = now() where user_id = $1', [person.user.id])
  return person
}
