/** The part of a session that the API client needs for its calls. */
export type Credentials = {
  /**
   * Returns access token, session id and proof of a request as headers; without the token when there is no valid one
   * any more.
   */
  headers(request: SentRequest): Promise<Record<string, string>>
  /** Called with the nonce of each answer, for the next proof. */
  keepNonce(nonce: string | null): void
  /**
   * Called when the server refuses a call with `code`; signs out when the refusal is definitive.
   * @returns whether the call should be sent once more
   */
  recover(code: string, call: RefusedCall): Promise<boolean>
}

/** The parts of a request that its proof names; the address may have a query. */
export type SentRequest = { method: string; address: string }

type RefusedCall = {
  recovered: readonly string[]
  /** The credentials that the refused call was sent with. */
  headers: Record<string, string>
}

let current: Credentials | null = null
let accountKnown = () => Promise.resolve()

/**
 * Returns the credentials of the live session, once the account is known; null for a visitor. @throws ApiFailure
 * without a network
 */
export async function readyCredentials(): Promise<Credentials | null> {
  await accountKnown()
  return current
}

/** Makes personal calls wait: a page shows a remembered account before its session is open. */
export function holdCalls(until: () => Promise<void>): void {
  accountKnown = until
}

/** Called by the session when it opens and closes. */
export function setCredentials(credentials: Credentials | null): void {
  current = credentials
}
