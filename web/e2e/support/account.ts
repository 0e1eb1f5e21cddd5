import { type ClientRequestArgs, request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'

type Config = { cognitoEndpoint: string; userPoolClientId: string }
type Tokens = { AuthenticationResult: { AccessToken: string } }

export type Answer = { status: number; retryAfter: string | undefined; json: Record<string, unknown> }

let made = 0

/** An address that no test used before. */
export function freshEmail(): string {
  made += 1
  return `eleve-${Date.now()}-${made}@exemple.ma`
}

/** An account beside any browser: made at Cognito as the page would, calling the API as a script would. */
export class Account {
  readonly email: string
  readonly password = 'physique-2026'
  readonly #origin: string
  #token = ''

  private constructor(origin: string, email: string) {
    this.#origin = origin
    this.email = email
  }

  static async signedUp(origin: string): Promise<Account> {
    const account = new Account(origin, freshEmail())
    const { email, password } = account
    await account.#cognito('SignUp', {
      Username: email,
      Password: password,
      UserAttributes: [{ Name: 'email', Value: email }],
    })
    const { AuthenticationResult } = (await account.#cognito('InitiateAuth', {
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD: password },
    })) as Tokens
    account.#token = AuthenticationResult.AccessToken
    return account
  }

  /** The `sub` of the account. */
  get id(): string {
    const payload = JSON.parse(Buffer.from(this.#token.split('.')[1] ?? '', 'base64url').toString()) as {
      sub: string
    }
    return payload.sub
  }

  /**
   * Calls the API with the account's token.
   * @param from the loopback address to call from; every address of 127.0.0.0/8 is a caller of its own
   */
  async calls(
    method: string,
    path: string,
    { sessionId, body, from }: { sessionId?: string; body?: unknown; from?: string } = {},
  ): Promise<Answer> {
    const sent = body === undefined ? undefined : JSON.stringify(body)
    const options: ClientRequestArgs = {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(sessionId !== undefined && { 'x-session-id': sessionId }),
        ...(sent !== undefined && { 'content-type': 'application/json' }),
      },
      ...(from !== undefined && { localAddress: from }),
    }
    return new Promise((resolve, reject) => {
      httpRequest(new URL(path, this.#origin.replace('localhost', '127.0.0.1')), options, (response) => {
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

  async #cognito(operation: string, body: object): Promise<unknown> {
    const { cognitoEndpoint, userPoolClientId } = (await (
      await fetch(`${this.#origin}/config.json`)
    ).json()) as Config
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
