/** Most students have an address of one of these domains. */
const FREQUENT = [
  'gmail.com',
  'icloud.com',
  'taalim.ma',
  ...['hotmail', 'outlook', 'yahoo', 'live'].flatMap((host) => [`${host}.com`, `${host}.fr`]),
]

/** Real domains that look like a mistyped frequent one. */
const REAL = ['mail.com', 'email.com', 'ymail.com']

/** Returns the address that was probably meant: 'nom@gmail.com' for 'nom@gmail.con'; null where nothing looks wrong. */
export function meantAddress(email: string): string | null {
  const at = email.lastIndexOf('@')
  const domain = email
    .slice(at + 1)
    .trim()
    .toLowerCase()
  if (at < 1 || FREQUENT.includes(domain) || REAL.includes(domain)) return null
  const meant = FREQUENT.find((frequent) => isOneSlipAway(domain, frequent))
  return meant === undefined ? null : `${email.slice(0, at).trim()}@${meant}`
}

/** True when one letter is missing, added or wrong, or two neighbours have changed places. */
function isOneSlipAway(a: string, b: string): boolean {
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const [left, right] = [a, b].map((text) => text.slice(start, text.length - end)) as [string, string]
  return (left.length <= 1 && right.length <= 1) || (left.length === 2 && right === `${left[1]}${left[0]}`)
}
