import { createHash } from 'node:crypto'
import { type ClientRequestArgs, request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Locator } from '@playwright/test'
import type { SignUpChallenge } from '#shared/contract/sign-up.ts'
import { BrowserKey, type Proof } from './browser-key.ts'
import { LocalMode } from './local-mode.ts'

type Config = { cognitoEndpoint: string; userPoolClientId: string }
type Tokens = { AccessToken: string; IdToken: string; RefreshToken: string }

export type Answer = { status: number; retryAfter: string | undefined; json: Record<string, unknown> }

/** The headers with which a signed-in page calls the API. */
export type SessionHeaders = { authorization: string; 'x-session-id': string }

let made = 0

export function freshEmail(): string {
  made += 1
  return `eleve-${Date.now()}-${made}@exemple.ma`
}

/** The password of accounts that a test creates for itself. */
export const password = 'physique-2026'
/** The password of the demonstration's accounts. */
export const DEMO_PASSWORD = 'demo1234'
export const OWNER = 'proprietaire@demo.bac'
/** The second owner. */
export const PARTNER = 'associee@demo.bac'
export const ADMIN = 'admin@demo.bac'
export const PREMIUM = 'premium@demo.bac'

export const WRONG = 'Email ou mot de passe incorrect'
export const EMAIL_FAULT = 'Veuillez entrer une adresse email valide'
export const PASSWORD_FAULT = 'Le mot de passe doit contenir au moins 6 caractères'

/** Browsers write these messages about refusals. */
export const REFUSED = /status of 40[039]|status of 429/
/** Browsers write these when a sign-in is over: about a refusal of the API, or of a refresh of the token. */
export const SIGNED_OUT = /status of 40[0139]/

export const emailOf = (form: Locator) => form.getByLabel('Email')
export const passwordOf = (form: Locator) => form.getByLabel('Mot de passe', { exact: true })

/** An account without a browser, which calls the API as a script would. */
export class Account {
  readonly email: string
  readonly password: string
  readonly origin: string
  readonly #config: Config
  #tokens: Tokens = { AccessToken: '', IdToken: '', RefreshToken: '' }
  #sessionId: string | undefined
  /** The key of the browser that uses the account: a script's own, until a person's browser opens its session. */
  #key = new BrowserKey()

  private constructor(origin: string, config: Config, email: string, secret: string) {
    this.origin = origin
    this.#config = config
    this.email = email
    this.password = secret
  }

  static async signedUp(origin: string): Promise<Account> {
    const account = new Account(origin, await readConfig(origin), freshEmail(), password)
    const { email } = account
    await account.#cognito('SignUp', {
      Username: email,
      Password: password,
      UserAttributes: [{ Name: 'email', Value: email }],
      ValidationData: [{ Name: 'altcha', Value: await makeProof(origin) }],
    })
    await account.signsIn()
    return account
  }

  static async ofDemo(origin: string, email: string): Promise<Account> {
    const account = new Account(origin, await readConfig(origin), email, DEMO_PASSWORD)
    await account.signsIn()
    return account
  }

  /** The `sub` of the account. */
  get id(): string {
    return subjectOf(this.#tokens.AccessToken)
  }

  /**
   * Claims the account's one session, as a browser does that signs in.
   * @param key of that browser
   * @returns the entries that this browser then keeps; their names come from Amplify and
   * web/src/lib/auth/session-storage.ts
   */
  async opensSession(key = this.#key): Promise<{ name: string; value: string }[]> {
    this.#key = key
    const { status, json } = await this.calls('POST', '/api/session', { body: {} })
    if (status !== 200) throw new Error(`${this.email} cannot sign in: ${JSON.stringify(json)}`)
    this.#sessionId = String(json.sessionId)
    const { AccessToken, IdToken, RefreshToken } = this.#tokens
    const client = `CognitoIdentityServiceProvider.${this.#config.userPoolClientId}`
    const user = `${client}.${this.email}`
    return Object.entries({
      [`${client}.LastAuthUser`]: this.email,
      [`${user}.accessToken`]: AccessToken,
      [`${user}.idToken`]: IdToken,
      [`${user}.refreshToken`]: RefreshToken,
      [`${user}.clockDrift`]: '0',
      'revision.sessionId': this.#sessionId,
    }).map(([name, value]) => ({ name, value }))
  }

  /** The headers of a page in the session that was opened here, without their proof. */
  get credentials(): SessionHeaders {
    return { authorization: `Bearer ${this.#tokens.AccessToken}`, 'x-session-id': this.#sessionId ?? '' }
  }

  async signs(path: string): Promise<SessionHeaders & Proof> {
    const { credentials } = this
    const address = new URL(path, this.origin).href
    return { ...credentials, ...(await this.#key.prove('GET', address, credentials.authorization)) }
  }

  /** Frees the session that was opened here, unless it is over: the next story may sign in with another browser. */
  async closesSession(): Promise<void> {
    if (this.#sessionId === undefined) return
    await this.calls('DELETE', '/api/session', { sessionId: this.#sessionId })
    await (await LocalMode.at(this.origin)).forgetDeviceChanges(this.id)
  }

  /**
   * Calls the API with the account's token.
   * @param body sent as JSON; a file as it is
   * @param from the loopback address of the caller; every address of 127.0.0.0/8 is a caller of its own
   * @param key of the browser that calls; by default the account's own
   */
  async calls(
    method: string,
    path: string,
    {
      sessionId,
      body,
      from,
      key = this.#key,
    }: { sessionId?: string; body?: unknown; from?: string; key?: BrowserKey } = {},
  ): Promise<Answer> {
    const isFile = body instanceof Blob
    const sent = isFile ? Buffer.from(await body.arrayBuffer()) : body && JSON.stringify(body)
    const authorization = `Bearer ${this.#tokens.AccessToken}`
    const options: ClientRequestArgs = {
      method,
      headers: {
        authorization,
        ...(await key.prove(method, new URL(path, this.origin).href, authorization)),
        ...(sessionId !== undefined && { 'x-session-id': sessionId }),
        ...(sent !== undefined && { 'content-type': isFile ? body.type : 'application/json' }),
      },
      ...(from !== undefined && { localAddress: from }),
    }
    return new Promise((resolve, reject) => {
      httpRequest(new URL(path, this.origin.replace('localhost', '127.0.0.1')), options, (response) => {
        text(response)
          .then((answered) =>
            resolve({
              status: response.statusCode ?? 0,
              retryAfter: response.headers['retry-after'],
              json: answered === '' ? {} : (JSON.parse(answered) as Record<string, unknown>),
            }),
          )
          .catch(reject)
      })
        .once('error', reject)
        .end(sent)
    })
  }

  async signsIn(): Promise<void> {
    const { AuthenticationResult } = (await this.#cognito('InitiateAuth', {
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: this.email, PASSWORD: this.password },
    })) as { AuthenticationResult: Tokens }
    this.#tokens = AuthenticationResult
  }

  async #cognito(operation: string, body: object): Promise<unknown> {
    const { cognitoEndpoint, userPoolClientId } = this.#config
    const response = await fetch(cognitoEndpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      },
      body: JSON.stringify({ ClientId: userPoolClientId, ...body }),
    })
    const answer: unknown = await response.json()
    if (!response.ok) throw new Error(`${operation}: ${JSON.stringify(answer)}`)
    return answer
  }
}

export function subjectOf(token: string): string {
  const [, payload = ''] = token.split('.')
  return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sub: string }).sub
}

/** Makes the proof of work of a sign-up, many times as fast as a browser. */
async function makeProof(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/api/sign-up-challenge`)
  const { maxnumber, ...signed } = (await answer.json()) as SignUpChallenge
  const digestOf = (number: number) => createHash('sha256').update(`${signed.salt}${number}`).digest('hex')
  let number = 1
  while (number < maxnumber && digestOf(number) !== signed.challenge) number += 1
  return Buffer.from(JSON.stringify({ ...signed, number })).toString('base64')
}

async function readConfig(origin: string): Promise<Config> {
  return (await (await fetch(`${origin}/config.json`)).json()) as Config
}
