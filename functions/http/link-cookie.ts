import { randomBytes } from 'node:crypto'
import type { MiddlewareObj } from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda'
import type { Route } from '#shared/contract/route.ts'
import { LINK_COOKIE } from '#shared/domain/link-cookie.ts'

/** Longer than a link's life, so that a cookie never ends before the last link that is bound to it. */
const COOKIE_LIFE_S = 300

const COOKIE = new RegExp(`^${LINK_COOKIE}=([\\w-]{43})$`)

type WithLinkCookie = MiddlewareObj<
  APIGatewayProxyEventV2,
  unknown,
  Error,
  Context & { linkCookie: string | undefined }
>

/**
 * Middleware: gives a caller of a `document` route the cookie that the answered links are bound to. A browser keeps its
 * value while it opens documents, so that the links of its other tabs stay valid.
 */
export function linkCookie({ access }: Route): WithLinkCookie {
  return {
    before: ({ event, context }) => {
      if (access === 'document')
        context.linkCookie = readCookie(event) ?? randomBytes(32).toString('base64url')
    },
    after: (request) => {
      const value = request.context.linkCookie
      if (value === undefined) return
      const cookie = `${LINK_COOKIE}=${value}; Path=/; Max-Age=${COOKIE_LIFE_S}; Secure; HttpOnly; SameSite=Strict`
      request.response = { ...(request.response as APIGatewayProxyStructuredResultV2), cookies: [cookie] }
    },
  }
}

function readCookie({ cookies = [] }: APIGatewayProxyEventV2): string | undefined {
  for (const cookie of cookies) {
    const value = COOKIE.exec(cookie)?.[1]
    if (value !== undefined) return value
  }
  return undefined
}
