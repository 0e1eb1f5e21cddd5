/**
 * Providers that ignore dots before the @, by their help pages, each with the domains of the same mailbox. Elsewhere
 * `a.b` and `ab` may be two people.
 */
const IGNORING_DOTS: readonly (readonly [string, ...string[]])[] = [
  ['gmail.com', 'googlemail.com'],
  ['proton.me', 'protonmail.com', 'pm.me'],
]

/**
 * Returns the common form of the addresses of one mailbox: without `+tag`, and without dots where the provider ignores
 * them. A tag is left out for every domain: Gmail, Outlook, iCloud, Proton, Fastmail and most mail servers (RFC 5233)
 * deliver it to the same person, and a name with a `+` of its own is rare.
 *
 * It is compared with blocked addresses only: accounts, owners and sign-in keep the address as it is.
 * @param email a normalised address
 */
export function canonicalAddress(email: string): string {
  const at = email.lastIndexOf('@')
  const [name, domain] = [email.slice(0, at), email.slice(at + 1)]
  // A name that begins with a plus sign is kept whole.
  const untagged = name.replace(/(?<=.)\+.*$/, '')
  const provider = IGNORING_DOTS.find((domains) => domains.includes(domain))
  // Such a provider has no name of dots only, which is kept.
  return provider ? `${untagged.replaceAll('.', '') || untagged}@${provider[0]}` : `${untagged}@${domain}`
}
