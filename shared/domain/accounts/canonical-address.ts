/**
 * Providers that ignore dots before the @, as their help pages say, each with the domains that lead to the same mailbox;
 * elsewhere `a.b` and `ab` may be two people.
 */
const IGNORING_DOTS: readonly (readonly [string, ...string[]])[] = [
  ['gmail.com', 'googlemail.com'],
  ['proton.me', 'protonmail.com', 'pm.me'],
]

/**
 * Returns the one form of the addresses that reach the same mailbox: without `+tag`, and without dots where the
 * provider ignores them. A tag is left out for every domain: Gmail, Outlook, iCloud, Proton, Fastmail and most mail
 * servers (RFC 5233) deliver it to the same person, and a name with a `+` of its own is rare.
 *
 * For comparing with blocked addresses only: accounts, owners and sign-in keep the address as it is.
 * @param email a normalised address
 */
export function canonicalAddress(email: string): string {
  const at = email.lastIndexOf('@')
  const [name, domain] = [email.slice(0, at), email.slice(at + 1)]
  // A name that begins with a plus sign has no other part.
  const untagged = name.replace(/(?<=.)\+.*$/, '')
  const provider = IGNORING_DOTS.find((domains) => domains.includes(domain))
  // A name of dots alone is none that such a provider gives.
  return provider ? `${untagged.replaceAll('.', '') || untagged}@${provider[0]}` : `${untagged}@${domain}`
}
