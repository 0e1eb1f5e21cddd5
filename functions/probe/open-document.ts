import type { KeyPair } from 'dpop'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { listSubjects } from '#shared/contract/catalogue.ts'
import { getTicket } from '#shared/contract/files.ts'
import { claimSession, clearSession } from '#shared/contract/session.ts'
import type { SubjectItem } from '#shared/entities/subject.ts'
import type { SignInByPassword } from '../aws/password-sign-in.ts'
import type { Clock } from '../http/deps.ts'
import { deriveKeys } from './derive-keys.ts'
import { refusedBy, StepFailed, type Visitor, within } from './visit.ts'

type ProbeDeps = {
  signIn: SignInByPassword
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
const FIRST_BYTES = 'bytes=0-1023'

/**
 * Uses the site as a student with Premium: signs in, claims the session, loads a list, opens a document, releases the
 * session. Each quarter of an hour it opens another document, so that Drive answers and not the edge, which caches a
 * copy for a day.
 * @throws StepFailed
 */
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

async function accessToken({ signIn, email }: ProbeDeps, password: string): Promise<string> {
  const token = await signIn(email, password).catch((cause: unknown) => {
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
  const { url, mode } = await visitor.call('ticket', getTicket, {
    params: { id },
    query: { uncounted: 'true' },
    ...session,
  })
  if (!url.startsWith(`${siteOrigin}/files/`))
    throw new StepFailed('ticket', `an address elsewhere (${mode})`)
  const response = await visitor.get('document', new URL(url), { headers: { range: FIRST_BYTES } })
  await (mode === 'embed' ? assertRedirect(response) : assertPdf(response))
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

/** Checks the first bytes. The whole document is accepted too, since an origin may ignore the range. */
async function assertPdf(response: Response): Promise<void> {
  if (response.status !== 206 && response.status !== 200) throw await refusedBy('document', response)
  const start = await within('document', firstBytes(response.body, '%PDF-'.length))
  if (start !== '%PDF-') throw new StepFailed('document', 'no PDF')
}

/** Reads the first bytes. The end of the loop ends the download. */
async function firstBytes(body: Response['body'], length: number): Promise<string> {
  let text = ''
  for await (const chunk of body ?? []) {
    text += Buffer.from(chunk).toString('latin1')
    if (text.length >= length) break
  }
  return text.slice(0, length)
}
