// The main entry of the package contains every kind of Google account: 289 kB minified, 56 kB for this file.
import { GoogleToken } from 'google-auth-library/build/src/gtoken/googleToken.js'
import pRetry from 'p-retry'
import * as v from 'valibot'
import type { ReadSecret } from '../aws/secrets.ts'
import { DriveFailure } from './failure.ts'

/** The parts of a service account's JSON key that are used. */
const ServiceAccount = v.object({ client_email: v.string(), private_key: v.string(), token_uri: v.string() })
type ServiceAccount = v.InferOutput<typeof ServiceAccount>

const Granted = v.object({ access_token: v.string(), expires_in: v.number() })

/** Google's answer for a deleted or disabled key or account. */
const InvalidGrant = v.object({ error: v.literal('invalid_grant') })

const SCOPE = 'https://www.googleapis.com/auth/drive.readonly'
const TIMEOUT_MS = 2_000
/** A token is renewed this time before it expires, so that none expires on its way to Drive. */
const RENEW_BEFORE_MS = 5 * 60_000

export type DriveTokens = ReturnType<typeof createDriveTokens>

/** Credentials are read again after a failure, since the key may have been replaced. */
export function createDriveTokens(readCredentials: ReadSecret) {
  let source: Promise<GoogleToken> | undefined
  let known: string | undefined

  /** Returns an access token, cached until it nears its expiry; `isNew` at its first use. @throws DriveFailure */
  async function current(): Promise<{ value: string; isNew: boolean }> {
    try {
      source ??= readCredentials().then((json) => {
        const key = accountIn(json)
        if (!key) throw new DriveFailure('no-key', "The secret holds no service account's key")
        return openSource(key)
      })
      const { access_token: value } = v.parse(Granted, await (await source).getToken())
      const isNew = value !== known
      known = value
      return { value, isNew }
    } catch (cause) {
      source = undefined
      if (cause instanceof DriveFailure) throw cause
      // `refused` is not retried: two attempts have failed.
      throw new DriveFailure('refused', 'Google gave no access token', withoutDetails(cause))
    }
  }

  function forget(): void {
    source = undefined
  }

  /** Null when the secret has no key. @throws Error while the secret cannot be read */
  async function account(): Promise<string | null> {
    return accountIn(await readCredentials())?.client_email ?? null
  }

  return { current, forget, account }
}

/** Returns null for a text that is not a key. The parser's message is dropped, since it would quote the text. */
function accountIn(json: string): ServiceAccount | null {
  try {
    return v.parse(ServiceAccount, JSON.parse(json))
  } catch {
    return null
  }
}

function openSource({
  client_email: email,
  private_key: key,
  token_uri: tokenUri,
}: ServiceAccount): GoogleToken {
  return new GoogleToken({
    email,
    key,
    scope: SCOPE,
    additionalClaims: { aud: tokenUri },
    eagerRefreshThresholdMillis: RENEW_BEFORE_MS,
    // The library has one fixed address; this transport uses the address of the key file.
    transporter: {
      request: async ({ data }) => ({ data: await exchange(tokenUri, data as URLSearchParams) }) as never,
    },
  })
}

/** Sends the signed assertion, with one retry instead of the library's three. */
function exchange(tokenUri: string, body: URLSearchParams): Promise<unknown> {
  return pRetry(
    async () => {
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      // Redirects are refused, since the signed assertion is for that address only.
      const call = { method: 'POST', body, signal, redirect: 'error' } as const
      const response = await fetch(tokenUri, call).catch((cause: unknown) => {
        throw new Error('Google did not answer', { cause })
      })
      if (response.ok) return response.json()
      const isRefused = v.is(InvalidGrant, await response.json().catch(() => null))
      throw isRefused
        ? new DriveFailure('key-refused', 'Google refuses the key (invalid_grant)')
        : new Error(`Google answered ${response.status}`)
    },
    {
      retries: 1,
      minTimeout: 100,
      randomize: true,
      shouldRetry: ({ error }) => !(error instanceof DriveFailure),
    },
  )
}

/** Keeps only name and message of an error, which may contain the request with its signed assertion. */
function withoutDetails(cause: unknown): Error {
  return new Error(cause instanceof Error ? `${cause.name}: ${cause.message}` : 'No access token')
}
