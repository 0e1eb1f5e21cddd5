// The library's front door pulls in every kind of Google account (289 kB minified against 184 kB for this one).
import { JWT } from 'google-auth-library/build/src/auth/jwtclient.js'
import * as v from 'valibot'
import { Refusal } from '#shared/domain/refusal.ts'
import type { ReadSecret } from './secrets.ts'

/** The parts of a service account's JSON key that are used. */
const ServiceAccount = v.object({
  client_email: v.string(),
  private_key: v.string(),
  private_key_id: v.exactOptional(v.string()),
  token_uri: v.string(),
})
type ServiceAccount = v.InferOutput<typeof ServiceAccount>

const SCOPE = 'https://www.googleapis.com/auth/drive.readonly'
/** Where the library asks for tokens, whatever the key file says. */
const LIBRARY_TOKEN_URI = 'https://oauth2.googleapis.com/token'
const TOKEN_TIMEOUT_MS = 2_000

export type DriveTokens = {
  /** An access token, kept until it nears its end. @throws Refusal DOCUMENT_SOURCE_FAILED */
  current(): Promise<string>
  /** Drops a token that Drive did not take; the next `current` asks for a new one. */
  forget(): void
}

/** Access tokens of the stage's service account, made by Google's own library. */
export function driveTokens(readCredentials: ReadSecret): DriveTokens {
  let client: Promise<JWT> | undefined

  async function current(): Promise<string> {
    try {
      client ??= readCredentials().then((json) => clientOf(v.parse(ServiceAccount, JSON.parse(json))))
      const { token } = await (await client).getAccessToken()
      if (!token) throw new Error('Google gave no access token')
      return token
    } catch (cause) {
      client = undefined
      throw new Refusal('DOCUMENT_SOURCE_FAILED', { cause: withoutDetails(cause) })
    }
  }

  function forget(): void {
    client = undefined
  }

  return { current, forget }
}

function clientOf(account: ServiceAccount): JWT {
  const { client_email: email, private_key: key, private_key_id: keyId, token_uri: tokenUri } = account
  const client = new JWT({
    email,
    key,
    ...(keyId !== undefined && { keyId }),
    scopes: [SCOPE],
    additionalClaims: { aud: tokenUri },
    // Node's own fetch: the library's default is a package that the bundle leaves out.
    transporterOptions: { timeout: TOKEN_TIMEOUT_MS, fetchImplementation: fetch },
  })
  client.transporter.interceptors.request.add({
    resolved: async (config) => {
      if (config.url.href === LIBRARY_TOKEN_URI) config.url = new URL(tokenUri)
      // One more try, not the library's three: a student is waiting.
      config.retryConfig = { ...config.retryConfig, retry: 1, noResponseRetries: 1 }
      return config
    },
  })
  return client
}

/** The library's errors carry the request, signed assertion included: only name and message go on. */
function withoutDetails(cause: unknown): Error {
  return new Error(cause instanceof Error ? `${cause.name}: ${cause.message}` : 'No access token')
}
