/** What the session adds to the calls of the API client. */
export type Credentials = {
  /** Access token, session id and proof of a request as headers; without the token when there is no valid one any more. */
  headers(request: SentRequest): Promise<Record<string, string>>
  /** Called with the nonce of each answer, for the next proof. */
  keepNonce(nonce: string | null): void
  /**
   * Called when the server refuses a call with `code`; signs out when the refusal is definitive.
   * @returns whether the call should be sent once more
   */
  recover(code: string, call: RefusedCall): Promise<boolean>
}

/** A request as far as its proof names it; the address may have a query. */
export type SentRequest = { method: string; address: string }

type RefusedCall = {
  /** The codes that this call has been recovered from already. */
  recovered: readonly string[]
  /** The credentials that it was sent with. */
  headers: Record<string, string>
}

let current: Credentials | null = null
let accountKnown = () => Promise.resolve()

/** The credentials of the live session, once it is known who is signed in; null for a visitor. @throws ApiFailure without a network */
export async function readyCredentials(): Promise<Credentials | null> {
  await accountKnown()
  return current
}

/** Lets personal calls wait: a page shows a remembered account before its session is open. */
export function holdCalls(until: () => Promise<void>): void {
  accountKnown = until
}

/** Set by the session when it opens and closes. */
export function setCredentials(credentials: Credentials | null): void {
  current = credentials
}
