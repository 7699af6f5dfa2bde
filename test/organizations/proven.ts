import type { Baton } from '../harness.ts'
import type { Person } from '../person.ts'

/** A new account whose e-mail address is proven, for what is not about proving it. */
export async function provenPerson(baton: Baton, name?: string): Promise<Person> {
  const person = await baton.person(name)
  await baton.look('update auth.accounts set email_verified_at = now() where user_id = $1', [person.user.id])
  return person
}
