const DAY_MS = 86_400_000
/** Kept documents are closed when the server has not confirmed the account for this long. */
const LONGEST_WITHOUT_CONTACT_MS = 30 * DAY_MS
/** A clock that lies a day behind the last contact was set back. */
const CLOCK_TOLERANCE_MS = DAY_MS

type OfflineOwner = { account: string; contactAt: string }

/** `isConfirmed`: the server has just said so, and not the last visit. */
export type OfflineReader = { account: string; mayOpenPremium: boolean; isConfirmed: boolean } | null

/** `locked`: closed until the server has answered the same account: no clock of a device is right for certain. */
export function offlineAccess(
  { account, contactAt }: OfflineOwner,
  reader: OfflineReader,
  now: Date,
): 'open' | 'locked' | 'removed' {
  if (reader === null) return 'locked'
  const isAllowed = reader.account === account && reader.mayOpenPremium
  if (reader.isConfirmed) return isAllowed ? 'open' : 'removed'
  const sinceContact = now.getTime() - Date.parse(contactAt)
  const isRecent = sinceContact >= -CLOCK_TOLERANCE_MS && sinceContact <= LONGEST_WITHOUT_CONTACT_MS
  return isAllowed && isRecent ? 'open' : 'locked'
}
