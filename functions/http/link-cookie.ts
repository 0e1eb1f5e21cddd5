import { createHmac, randomBytes } from 'node:crypto'
import type { MiddlewareObj } from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda'
import type { Route } from '#shared/contract/define-route.ts'
import { LINK_COOKIE } from '#shared/contract/files.ts'
import type { AnyCaller } from './use-case.ts'

/** Both lifetimes are longer than that of a link. A visitor's cookie counts tickets by the hour. */
const SESSION_COOKIE_S = 300
const VISITOR_COOKIE_S = 3_600

const COOKIE = new RegExp(`^${LINK_COOKIE}=([\\w-]{43})$`)

type LinkContext = Context & { caller: AnyCaller; linkCookie: string | undefined }

/**
 * Gives a caller of a `document` route the cookie to which the answered links are bound. It stays the same within a
 * session, and for a visitor while they open documents, so that the links of their other tabs stay valid. A mock
 * examination has another cookie, so that links from before its start end.
 */
export function bindLinks(
  { access, endsLinks }: Route,
  secret: string,
): MiddlewareObj<APIGatewayProxyEventV2, unknown, Error, LinkContext> {
  return {
    before: ({ event, context }) => {
      if (access !== 'document') return
      const { caller } = context
      const sessionId = isSignedIn(caller) ? event.headers['x-session-id'] : undefined
      context.linkCookie =
        sessionId === undefined
          ? (readCookie(event) ?? randomBytes(32).toString('base64url'))
          : createHmac('sha256', secret)
              .update([LINK_COOKIE, sessionId, examOf(caller)].join(' '))
              .digest('base64url')
    },
    after: (request) => {
      const { linkCookie: value, caller } = request.context
      if (endsLinks) addCookie(request, '', 0)
      else if (value !== undefined)
        addCookie(request, value, isSignedIn(caller) ? SESSION_COOKIE_S : VISITOR_COOKIE_S)
    },
  }
}

function addCookie(request: { response: unknown }, value: string, life: number): void {
  const cookie = `${LINK_COOKIE}=${value}; Path=/; Max-Age=${life}; Secure; HttpOnly; SameSite=Strict`
  request.response = { ...(request.response as APIGatewayProxyStructuredResultV2), cookies: [cookie] }
}

function isSignedIn(caller: AnyCaller): boolean {
  return caller !== undefined && 'userId' in caller && caller.userId !== null
}

function examOf(caller: AnyCaller): string {
  return (caller !== undefined && 'examId' in caller && caller.examId) || ''
}

export function readCookie({ cookies = [] }: Pick<APIGatewayProxyEventV2, 'cookies'>): string | undefined {
  return cookies.map((cookie) => COOKIE.exec(cookie)?.[1]).find((value) => value !== undefined)
}
