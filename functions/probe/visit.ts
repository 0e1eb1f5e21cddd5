import { generateProof, type KeyPair } from 'dpop'
import * as v from 'valibot'
import type { Parsed, Route } from '#shared/contract/define-route.ts'
import { Problem } from '#shared/contract/problem-body.ts'

/** Limit of one step. Six steps end within the function's minute. */
const STEP_MS = 8_000

type Asked = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  token?: string
  sessionId?: string
  /** The keys prove the browser of a call with a token. */
  keys?: KeyPair
}

export function createVisitor(siteOrigin: string) {
  /** `name=value` by name. */
  const cookies = new Map<string, string>()
  /** Nonce of the last answer, for the next proof. */
  let nonce: string | null = null

  /** @throws StepFailed on any other answer than the contract's, or without one */
  async function call<R extends Route>(
    step: Step,
    route: R,
    asked: Asked = {},
  ): Promise<Parsed<R['response']>> {
    const { params = {}, query = {}, body, token, sessionId, keys } = asked
    const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const url = new URL(`${path}?${new URLSearchParams(query).toString()}`, siteOrigin)
    const { method } = route
    const send = async (): Promise<Response> => {
      const answer = await get(step, url, {
        method,
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(keys && {
            dpop: await generateProof(keys, `${siteOrigin}${path}`, method, nonce ?? undefined, token),
          }),
          ...(sessionId !== undefined && { 'x-session-id': sessionId }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      nonce = answer.headers.get('dpop-nonce') ?? nonce
      return answer
    }
    const known = nonce
    let response = await send()
    // The first call of a run has no nonce, or an old one.
    if (keys && response.status === 401 && nonce !== known) {
      await response.body?.cancel()
      response = await send()
    }
    if (response.status !== route.status) throw await refusedBy(step, response)
    const text = await within(step, response.text())
    return (route.response && parsed(step, route.response, text)) as Parsed<R['response']>
  }

  /** The caller reads or cancels the body. */
  async function get(step: Step, url: URL, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (cookies.size > 0) headers.set('cookie', [...cookies.values()].join('; '))
    const signal = AbortSignal.timeout(STEP_MS)
    const response = await within(step, fetch(url, { ...init, headers, redirect: 'manual', signal }))
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      cookies.set(pair.split('=')[0] ?? '', pair)
    }
    return response
  }

  return { call, get }
}

export type Visitor = ReturnType<typeof createVisitor>

/** Turns an error into the failure of a step. It keeps only the error's name, since messages may contain addresses. */
export async function within<T>(step: Step, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw new StepFailed(step, nameOf(error))
  }
}

/** Returns a name such as `TimeoutError`, or `TypeError ECONNREFUSED`: `fetch` puts the code into the cause. */
export function nameOf(error: unknown): string {
  const { name, cause } = Object(error) as { name?: unknown; cause?: { code?: unknown } }
  return [name, cause?.code].filter((each) => typeof each === 'string').join(' ') || 'no answer'
}

export async function refusedBy(step: Step, response: Response): Promise<StepFailed> {
  const text = await within(step, response.text())
  const problem = v.safeParse(v.pipe(v.string(), v.parseJson(), Problem), text)
  if (!problem.success) return new StepFailed(step, `answered ${response.status}`)
  const { code, requestId } = problem.output
  return new StepFailed(step, `answered ${response.status} ${code}`, requestId)
}

function parsed(step: Step, schema: v.GenericSchema, text: string): unknown {
  const answer = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text)
  if (!answer.success) throw new StepFailed(step, 'the answer breaks the contract')
  return answer.output
}

/** `account` is a sign-in that fails because the account or its password does not exist. */
type Step = 'account' | 'sign-in' | 'claim' | 'list' | 'ticket' | 'document' | 'release'

/** A failed step of the probe. The message contains no address, token or file. */
export class StepFailed extends Error {
  readonly step: Step
  /** The request id of the site's answer, by which its logs have it. */
  readonly requestId: string | undefined

  constructor(step: Step, message: string, requestId?: string) {
    super(message)
    this.name = 'StepFailed'
    this.step = step
    this.requestId = requestId
  }
}
