import { createECDH, hkdfSync, type webcrypto } from 'node:crypto'
import type { KeyPair } from 'dpop'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { listSubjects } from '#shared/contract/catalogue.ts'
import { getTicket, type PagesTicket } from '#shared/contract/files.ts'
import { claimSession, clearSession } from '#shared/contract/session.ts'
import { pictureName } from '#shared/entities/prepared-document.ts'
import type { SubjectItem } from '#shared/entities/subject.ts'
import type { PoolClient } from '../aws/pool-client.ts'
import type { Clock } from '../http/use-case.ts'
import { refusedBy, StepFailed, type Visitor, within } from './visit.ts'

type ProbeDeps = {
  poolClient: Pick<PoolClient, 'signIn'>
  email: string
  /** The password is read at each run, since it may have been replaced. */
  password: { read(): Promise<string> }
  visitor: Visitor
  siteOrigin: string
  clock: Clock
}

type Session = { token: string; sessionId: string; keys: KeyPair }

/** Cognito's answers for a missing account. The second one is also that for a wrong password. */
const UNKNOWN_ACCOUNT = ['UserNotFoundException', 'NotAuthorizedException']

const TURN_MS = 15 * 60_000

/** Uses the site as a student with Premium. Each quarter of an hour it opens another document. @throws StepFailed */
export async function openDocument(deps: ProbeDeps): Promise<void> {
  const { visitor } = deps
  const password = await deps.password.read()
  const token = await accessToken(deps, password)
  const keys = await deriveKeys(password)
  const { sessionId } = await visitor.call('claim', claimSession, { body: {}, token, keys })
  const session = { token, sessionId, keys }
  try {
    await readDocument(deps, session)
  } catch (error) {
    // The first failure is the one that is reported.
    await visitor.call('release', clearSession, session).catch(() => undefined)
    throw error
  }
  await visitor.call('release', clearSession, session)
}

/** Each instance of the function would otherwise count as another browser of the account. */
export async function deriveKeys(password: string): Promise<KeyPair> {
  const pair = createECDH('prime256v1')
  const d = Buffer.from(hkdfSync('sha256', password, '', 'key of the browser', 32))
  pair.setPrivateKey(d)
  // An uncompressed point is a byte for its form, x and y.
  const point = pair.getPublicKey()
  const publicKey = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const open = (jwk: webcrypto.JsonWebKey, isExtractable: boolean, use: 'sign' | 'verify') =>
    crypto.subtle.importKey('jwk', jwk, { name: 'ECDSA', namedCurve: 'P-256' }, isExtractable, [use])
  return {
    privateKey: await open({ ...publicKey, d: d.toString('base64url') }, false, 'sign'),
    publicKey: await open(publicKey, true, 'verify'),
  }
}

async function accessToken({ poolClient, email }: ProbeDeps, password: string): Promise<string> {
  const token = await poolClient.signIn(email, password).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.name : 'no answer'
    throw new StepFailed(UNKNOWN_ACCOUNT.includes(reason) ? 'account' : 'sign-in', `Cognito: ${reason}`)
  })
  if (token === undefined) throw new StepFailed('sign-in', 'Cognito asks for more than the password')
  return token
}

async function readDocument({ visitor, siteOrigin, clock }: ProbeDeps, session: Session): Promise<void> {
  const turn = Math.floor(clock.now().getTime() / TURN_MS)
  const track = TRACK_CODES[turn % TRACK_CODES.length] ?? TRACK_CODES[0]
  const { items } = await visitor.call('list', listSubjects, { query: { track } })
  const { id } = chosen(items, Math.floor(turn / TRACK_CODES.length))
  const asked = { params: { id }, query: { uncounted: 'true' }, ...session }
  const ticket = await visitor.call('ticket', getTicket, asked)
  if (ticket.mode === 'pages') return openPicture(visitor, siteOrigin, ticket)
  const { url, mode } = ticket
  if (!url.startsWith(`${siteOrigin}/files/`))
    throw new StepFailed('ticket', `an address elsewhere (${mode})`)
  await assertRedirect(await visitor.get('document', new URL(url)))
}

async function openPicture(
  visitor: Visitor,
  siteOrigin: string,
  { base, query }: PagesTicket,
): Promise<void> {
  const response = await visitor.get('document', new URL(`${base}/${pictureName(1)}?${query}`, siteOrigin))
  if (response.status !== 200) throw await refusedBy('document', response)
  const bytes = Buffer.from(await within('document', response.arrayBuffer()))
  if (bytes.toString('latin1', 8, 12) !== 'WEBP') throw new StepFailed('document', 'no picture')
}

function chosen(items: readonly SubjectItem[], turn: number): SubjectItem {
  const documented = items.filter(({ hasFile }) => hasFile)
  const item = documented[turn % documented.length]
  if (!item) throw new StepFailed('list', 'no document to open')
  return item
}

async function assertRedirect(response: Response): Promise<void> {
  const target = response.headers.get('location') ?? ''
  if (response.status !== 302 || !target.startsWith('https://drive.google.com/'))
    throw await refusedBy('document', response)
  await response.body?.cancel()
}
