import type { Account } from './account.ts'
import type { Person } from './person.ts'

/** A page with a clock of its own, where he signed in before. */
export async function isAt(person: Person, account: Account): Promise<Person> {
  await person.context.clock.install()
  await person.hasSignedInBefore(account)
  await person.opens('/')
  await person.isSignedIn(account.email)
  return person
}
