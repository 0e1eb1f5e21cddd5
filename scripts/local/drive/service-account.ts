import { createPublicKey, randomBytes, verify } from 'node:crypto'
import * as v from 'valibot'

export type ServiceAccount = ReturnType<typeof createServiceAccount>

export function createServiceAccount(privateKey: string, tokenUri: string) {
  return {
    type: 'service_account',
    project_id: 'revision-local',
    private_key_id: 'local',
    private_key: privateKey,
    client_email: 'documents@revision-local.iam.gserviceaccount.com',
    token_uri: tokenUri,
  }
}

const SCOPES = ['drive', 'drive.readonly'].map((name) => `https://www.googleapis.com/auth/${name}`)
const ALLOWED_SKEW_S = 60

const Header = v.object({ alg: v.literal('RS256') })
const Claims = v.object({
  iss: v.string(),
  aud: v.string(),
  scope: v.string(),
  iat: v.number(),
  exp: v.number(),
})

/** Checks that an assertion is signed by the service account for reading Drive, and holds now. */
export function isValidAssertion(assertion: string, account: ServiceAccount, now: Date): boolean {
  const [header = '', payload = '', signature = '', ...more] = assertion.split('.')
  const claims = v.safeParse(Claims, parsePart(payload))
  if (more.length > 0 || !v.is(Header, parsePart(header)) || !claims.success) return false
  const key = createPublicKey(account.private_key)
  const isSigned = verify(
    'RSA-SHA256',
    Buffer.from(`${header}.${payload}`),
    key,
    Buffer.from(signature, 'base64url'),
  )
  const { iss, aud, scope, iat, exp } = claims.output
  const seconds = Math.floor(now.getTime() / 1000)
  return (
    isSigned &&
    iss === account.client_email &&
    aud === account.token_uri &&
    scope.split(' ').some((word) => SCOPES.includes(word)) &&
    iat <= seconds + ALLOWED_SKEW_S &&
    exp > seconds - ALLOWED_SKEW_S
  )
}

function parsePart(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString())
  } catch {
    return null
  }
}

export const TOKEN_LIFE_S = 3_599

export function createAccessTokens(now: () => Date) {
  const expiry = new Map<string, number>()
  return {
    issue(): string {
      const token = `ya29.${randomBytes(24).toString('base64url')}`
      expiry.set(token, now().getTime() + TOKEN_LIFE_S * 1000)
      return token
    },
    isLive: (authorization = ''): boolean =>
      (expiry.get(authorization.replace(/^Bearer /, '')) ?? 0) > now().getTime(),
  }
}
