import { DEMO_PASSWORD, demoAccounts } from '../local/demo/accounts.ts'
import { poolCalls } from '../local/test-support/pool-calls.ts'

/** Somebody who is signed in and holds his session. */
export type Visitor = { email: string; headers: Record<string, string> }

export type Visitors = {
  students: Visitor[]
  /** Who may open Premium documents. */
  premium: Visitor[]
  owner: Visitor
}

/** One student opens some dozen documents a minute at most: these are enough to stay within the product's own limits. */
const STUDENTS = 12
const PREMIUM_STUDENTS = 6

/** Signs people up and in at a running product, and gives some of them Premium as an owner does. */
export async function enterVisitors(url: string): Promise<Visitors> {
  const config = (await (await fetch(`${url}/config.json`)).json()) as Record<string, string>
  const pool = poolCalls(config.cognitoEndpoint ?? '', config.userPoolClientId ?? '')
  const ownerEmail = demoAccounts.find(({ kind }) => kind === 'owner')?.email ?? ''
  const owner = await enter(url, ownerEmail, (await pool.signIn(ownerEmail, DEMO_PASSWORD)).body)
  const students: Visitor[] = []
  const premium: Visitor[] = []
  for (let number = 1; number <= STUDENTS; number += 1) {
    const email = `endurance-${number}@demo.bac`
    await pool.signUp(email)
    const student = await enter(url, email, (await pool.signIn(email)).body)
    students.push(student)
    if (number > PREMIUM_STUDENTS) continue
    await ask(url, owner, 'PUT', `/api/admin/users/${student.id}/premium`, { isPremium: true })
    premium.push(student)
  }
  return { students, premium, owner }
}

type Tokens = { AuthenticationResult?: Record<string, string> }

async function enter(
  url: string,
  email: string,
  { AuthenticationResult }: Tokens,
): Promise<Visitor & { id: string }> {
  const token = AuthenticationResult?.AccessToken
  if (token === undefined) throw new Error(`${email} could not sign in`)
  const headers = { authorization: `Bearer ${token}` }
  const { sessionId, profile } = await ask(url, { email, headers }, 'POST', '/api/session', {})
  const { id } = profile as { id: string }
  return { email, id, headers: { ...headers, 'x-session-id': String(sessionId) } }
}

async function ask(
  url: string,
  { email, headers }: Visitor,
  method: string,
  path: string,
  body: object,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${email}: ${method} ${path} answered ${response.status}`)
  return (await response.json()) as Record<string, unknown>
}
