import { vi } from 'vitest'
import type { EmailAndPassword } from '#web/lib/auth/cognito-forms.ts'
import type { Identity } from '#web/lib/auth/identity.ts'
import { json } from './answers.ts'

type Operation = { name: string; body: Record<string, unknown> }
type Answer = Response | Error | Promise<Response>

const config = {
  stage: 'local',
  region: 'eu-west-3',
  userPoolId: 'eu-west-3_Exemple',
  userPoolClientId: 'client',
  cognitoEndpoint: 'http://localhost:4000/',
  authFlow: 'USER_PASSWORD_AUTH',
  ownersNeedSecondFactor: false,
}

/** Returns an unsigned token with its user and expiry: the browser never checks signatures. */
function aToken(name: string): string {
  const now = Math.floor(Date.now() / 1_000)
  const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '')
  const claims = { sub: 'sub-1', jti: name, origin_jti: 'origin', iat: now, exp: now + 3_600 }
  return `${part({ alg: 'none' })}.${part(claims)}.c2lnbmF0dXJl`
}

/** Returns Cognito's answer to a sign-in or a refresh: tokens for an hour. */
export function tokens(name: string): Response {
  return json({
    AuthenticationResult: {
      AccessToken: aToken(name),
      IdToken: aToken(`id-${name}`),
      RefreshToken: `refresh-${name}`,
      ExpiresIn: 3_600,
      TokenType: 'Bearer',
    },
    ChallengeParameters: {},
  })
}

export function refusal(name: string, message = ''): Response {
  return new Response(JSON.stringify({ __type: name, message }), {
    status: 400,
    headers: { 'x-amzn-errortype': name, 'content-type': 'application/x-amz-json-1.1' },
  })
}

/** An operation that is not named succeeds with an empty answer. @returns the requests */
export function cognitoAnswers(answers: Record<string, (body: Operation['body']) => Answer>): Operation[] {
  const asked: Operation[] = []
  vi.stubGlobal('fetch', async (address: string | URL, init: RequestInit = {}) => {
    if (String(address) === '/config.json') return json(config)
    const name = new Headers(init.headers).get('x-amz-target')?.split('.')[1] ?? ''
    const body = JSON.parse(init.body as string) as Operation['body']
    asked.push({ name, body })
    const answer = await (answers[name]?.(body) ?? json({}))
    if (answer instanceof Error) throw answer
    return answer.clone()
  })
  return asked
}

/** Signs in with the right password and stores the tokens in this browser. */
export async function signInWith(identity: Identity, account: EmailAndPassword): Promise<void> {
  const attempt = await identity.signIn(account)
  if (attempt.kind !== 'ready') throw new Error(`The sign-in asked for more: ${attempt.kind}`)
  attempt.signIn.activate()
}
