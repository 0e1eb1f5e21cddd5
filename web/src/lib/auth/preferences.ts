import { type Preferences, setPreferences } from '#shared/contract/account.ts'
import type { Profile } from '#shared/entities/user.ts'
import { call } from '../api/call.ts'

/** Shows the choices in every tab. @returns the profile with all choices @throws ApiFailure */
export async function savePreferences(body: Preferences): Promise<Profile> {
  const { profile } = await call(setPreferences, { body })
  // The choice is stored, even if the session cannot be renewed now.
  const { session } = await import('./session.ts')
  await session
    .live()
    .renew()
    .catch(() => undefined)
  return profile
}
