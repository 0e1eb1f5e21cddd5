import type autocannon from 'autocannon'
import { createBrowser } from '#functions/test-support/browser.ts'
import { createEvent } from '#functions/test-support/gateway.ts'
import { sampleCall } from '#functions/test-support/samples.ts'
import { DEMO_PASSWORD } from '#scripts/local/demo/accounts.ts'
import { poolCalls } from '#scripts/local/test-support/pool-calls.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import { sampleResource } from '#shared/entities/samples.ts'

/** Well within the life of a nonce. */
const NONCE_MS = 60_000

/** A signed-in account that signs its calls. */
type Client = { headers: Record<string, string>; sign(method: string, path: string): Promise<string> }

/** Signs a demo account in, which claims its session. */
async function signIn(site: string, email: string): Promise<Client> {
  const config = (await (await fetch(`${site}/config.json`)).json()) as Record<string, string>
  const pool = poolCalls(config.cognitoEndpoint ?? '', config.userPoolClientId ?? '')
  const token = String((await pool.signIn(email, DEMO_PASSWORD)).body.AuthenticationResult?.AccessToken)
  const browser = createBrowser()
  let nonce: string | undefined
  const renewNonce = async () => {
    const answer = await fetch(`${site}/api/health`)
    nonce = answer.headers.get('dpop-nonce') ?? undefined
  }
  await renewNonce()
  setInterval(() => void renewNonce(), NONCE_MS).unref()
  const sign = (method: string, path: string) =>
    browser.prove({ method, address: `${site}${path}`, token, nonce })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const dpop = await sign('POST', '/api/session')
  const claim = await fetch(`${site}/api/session`, {
    method: 'POST',
    headers: { ...headers, dpop },
    body: '{}',
  })
  if (!claim.ok) throw new Error(`${email} : ${await claim.text()}`)
  const { sessionId } = (await claim.json()) as { sessionId: string }
  return { headers: { ...headers, 'x-session-id': sessionId }, sign }
}

/**
 * Signs a demo account in, and makes the requests that its connection repeats: an open page, lists, marks, and the bytes
 * of a document with Premium. Its access token lives for an hour.
 */
export async function requestsOf(
  site: string,
  email: string,
  hasPremium: boolean,
): Promise<autocannon.Request[]> {
  const client = await signIn(site, email)
  const as = (name: RouteName) => signed(client, requestTo(name))
  const reading = [
    { path: '/' },
    await as('renewSession'),
    requestTo('listVideos'),
    requestTo('listSubjects'),
    await as('readSession'),
    requestTo('getChapter'),
  ]
  const marking = [await as('markDocuments'), await as('renewSession'), await as('listProgress')]
  if (!hasPremium) return [...reading, ...marking]
  const chapter = await fetch(`${site}${requestTo('getChapter').path}`)
  const { items } = (await chapter.json()) as { items: { id: string; type: string; available: boolean }[] }
  const id = items.find(({ type, available }) => available && type === 'pdf')?.id ?? ''
  const ticket = requestTo('getTicket')
  let document = { path: '/', cookie: '' }
  const part = {
    setupRequest: (request: autocannon.Request) => ({
      ...request,
      path: document.path,
      headers: { range: 'bytes=0-16383', cookie: document.cookie },
    }),
  }
  const onResponse: autocannon.Request['onResponse'] = (_status, body, _context, answered) => {
    const { pathname, search } = new URL((JSON.parse(body) as { url: string }).url)
    const [cookie = ''] = String(answered?.['set-cookie']).split(';')
    document = { path: `${pathname}${search}`, cookie }
  }
  const asksForTicket = { ...ticket, path: ticket.path?.replace(sampleResource.id, id) ?? '' }
  return [...reading, { ...(await signed(client, asksForTicket)), onResponse }, part, part, part, ...marking]
}

/** Signs a request with a proof of its own each time, made ahead: a change is refused a proof that was used before. */
async function signed({ headers, sign }: Client, request: autocannon.Request): Promise<autocannon.Request> {
  const [path = ''] = (request.path ?? '').split('?')
  let dpop = ''
  const prove = async () => {
    dpop = await sign(request.method ?? 'GET', path)
  }
  await prove()
  const setupRequest: autocannon.Request['setupRequest'] = (sent) => {
    const proven = { ...sent, headers: { ...headers, dpop } }
    void prove()
    return proven
  }
  return { ...request, setupRequest }
}

/** Makes a route's sample request. */
function requestTo(name: RouteName): autocannon.Request {
  const { rawPath, rawQueryString, body } = createEvent(routes[name], sampleCall(name))
  const { method } = routes[name]
  return { method, path: `${rawPath}?${rawQueryString}`, ...(body !== undefined && { body }) }
}
