import { createPublicKey, verify } from 'node:crypto'
import * as v from 'valibot'

/** What the local mode writes into the secret that production fills with a Google service account's key file. */
export type ServiceAccount = {
  type: 'service_account'
  project_id: string
  private_key_id: string
  private_key: string
  client_email: string
  token_uri: string
}

/** The audience that Google's own library writes into every assertion, whatever the key file's `token_uri` says. */
const GOOGLE_TOKEN_URI = 'https://oauth2.googleapis.com/token'

const ALLOWED_SKEW_S = 60
const MAX_LIFE_S = 3600

const Header = v.object({ alg: v.literal('RS256') })
const Claims = v.object({
  iss: v.string(),
  aud: v.string(),
  scope: v.string(),
  iat: v.number(),
  exp: v.number(),
})

/** Whether an assertion was signed by the service account, for this token endpoint, for reading Drive, and holds now. */
export function isValidAssertion(assertion: string, account: ServiceAccount, now: Date): boolean {
  const [header, claims, signature, ...more] = assertion.split('.')
  if (!header || !claims || !signature || more.length > 0) return false
  if (!v.is(Header, jsonOf(header))) return false
  const key = createPublicKey(account.private_key)
  const signed = Buffer.from(`${header}.${claims}`)
  if (!verify('RSA-SHA256', signed, key, Buffer.from(signature, 'base64url'))) return false
  const parsed = v.safeParse(Claims, jsonOf(claims))
  return parsed.success && areClaimsGood(parsed.output, account, Math.floor(now.getTime() / 1000))
}

function areClaimsGood(
  { iss, aud, scope, iat, exp }: v.InferOutput<typeof Claims>,
  account: ServiceAccount,
  now: number,
): boolean {
  return (
    iss === account.client_email &&
    (aud === account.token_uri || aud === GOOGLE_TOKEN_URI) &&
    scope
      .split(' ')
      .some((word) => /^https:\/\/www\.googleapis\.com\/auth\/drive(\.readonly)?$/.test(word)) &&
    iat <= now + ALLOWED_SKEW_S &&
    exp > now - ALLOWED_SKEW_S &&
    exp - iat <= MAX_LIFE_S
  )
}

function jsonOf(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString())
  } catch {
    return null
  }
}
