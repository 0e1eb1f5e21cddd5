/** By their help pages, with the domains of the same mailbox. Elsewhere `a.b` and `ab` may be two people. */
const IGNORING_DOTS: readonly (readonly [string, ...string[]])[] = [
  ['gmail.com', 'googlemail.com'],
  ['proton.me', 'protonmail.com', 'pm.me'],
]

/**
 * The common form of the addresses of one mailbox, with which only blocked addresses are compared. A tag is left out
 * for every domain: most mail servers (RFC 5233) deliver it to the same person, and a name with a `+` of its own is
 * rare.
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
