const DAY_MS = 86_400_000
/** Kept documents are removed when the server has not confirmed the account for this long. */
const LONGEST_WITHOUT_CONTACT_MS = 30 * DAY_MS
/** Clocks of phones are wrong by minutes; one that lies a day behind the last contact was set back. */
const CLOCK_TOLERANCE_MS = DAY_MS

/** The owner of the kept documents, and when the server last confirmed the account. */
type OfflineOwner = { account: string; contactAt: string }

/** The account of the page; null without a sign-in. */
export type OfflineReader = { account: string; mayOpenPremium: boolean } | null

/**
 * Returns what becomes of kept documents. `locked`: they stay on the device, closed, until the same account is back.
 * @param now the device's clock
 */
export function offlineAccess(
  { account, contactAt }: OfflineOwner,
  reader: OfflineReader,
  now: Date,
): 'open' | 'locked' | 'removed' {
  const sinceContact = now.getTime() - Date.parse(contactAt)
  if (!(sinceContact <= LONGEST_WITHOUT_CONTACT_MS)) return 'removed'
  if (reader !== null && (reader.account !== account || !reader.mayOpenPremium)) return 'removed'
  return reader === null || sinceContact < -CLOCK_TOLERANCE_MS ? 'locked' : 'open'
}
