import { vi } from 'vitest'
import { createSample } from '#shared/contract/sample-answers.ts'
import type { ErrorCode } from '#shared/domain/domain-error.ts'
import { problems } from '#shared/domain/problems.ts'
import { Profile } from '#shared/entities/user.ts'

type Sent = { method: string; address: string; headers: Record<string, string>; body: unknown }

/** Lets the network answer with these, in order; the last one stays. @returns what was sent */
export function networkAnswers(...answers: (Response | Error)[]): Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal(
    'fetch',
    vi.fn(async (address: string, { method = 'GET', headers, body }: RequestInit = {}) => {
      sent.push({
        method,
        address,
        headers: headers as Record<string, string>,
        body: typeof body === 'string' ? bodyOf(headers as Record<string, string>, body) : undefined,
      })
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      if (!answer) throw new Error('the network was told no answer')
      if (answer instanceof Error) throw answer
      return answer.clone()
    }),
  )
  return sent
}

function bodyOf(headers: Record<string, string>, body: string): unknown {
  return headers['content-type'] === 'application/json' ? JSON.parse(body) : body
}

/** The answer without content: to a deletion, a sign-out. */
export const noContent = new Response(null, { status: 204 })

export const noNetwork = new TypeError('Failed to fetch')

export function json(body: unknown, status = 200): Response {
  return Response.json(body, { status })
}

/** Returns an answer that arrives when the test says so. */
export function aLateAnswer() {
  let answer: (response: Response) => void = () => undefined
  const late = new Promise<Response>((resolve) => {
    answer = resolve
  })
  return { late, answer: (response: Response) => answer(response) }
}

export function problem(code: ErrorCode, more: object = {}): Response {
  const { status, title, detail } = problems[code]
  const body = { type: 'about:blank', title, status, code, detail, requestId: 'r1', ...more }
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/problem+json' },
  })
}

/** Returns a free student's profile with these differences. */
export function aProfile(differences: Partial<Profile> = {}): Profile {
  const email = 'eleve@exemple.invalid'
  return createSample(Profile, {
    email,
    isOwner: false,
    isPrimaryOwner: false,
    hasNewAnswer: false,
    ...differences,
  })
}
