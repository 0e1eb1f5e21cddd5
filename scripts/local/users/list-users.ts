import * as v from 'valibot'
import { CognitoError } from './cognito-error.ts'
import type { Body } from './emulator-client.ts'
import type { OperationDeps } from './operation.ts'

const LARGEST_PAGE = 60

const Request = v.object({
  Limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(LARGEST_PAGE)), LARGEST_PAGE),
  PaginationToken: v.optional(v.string()),
  AttributesToGet: v.optional(v.array(v.string())),
})

const Listed = v.looseObject({
  Username: v.string(),
  Attributes: v.array(v.looseObject({ Name: v.string() })),
})

/**
 * A page of accounts; the emulator knows no pages. The token names the last account that was shown, so that accounts
 * which come and go in between make no other one disappear from the next page.
 */
export async function listUsers({ emulator }: OperationDeps, body: Body): Promise<Body> {
  const { Limit, PaginationToken, AttributesToGet } = v.parse(Request, body)
  const { Users } = v.parse(v.object({ Users: v.array(Listed) }), await emulator.call('ListUsers', body))
  const after = PaginationToken === undefined ? '' : lastShown(PaginationToken)
  const rest = Users.filter(({ Username }) => Username > after).sort((a, b) =>
    a.Username < b.Username ? -1 : 1,
  )
  const page = rest.slice(0, Limit === 0 ? LARGEST_PAGE : Limit)
  const last = page.at(-1)
  return {
    Users: page.map((user) => ({
      ...user,
      Attributes: user.Attributes.filter(({ Name }) => AttributesToGet?.includes(Name) ?? true),
    })),
    ...(last && page.length < rest.length && { PaginationToken: tokenAfter(last.Username) }),
  }
}

const TOKEN_HEAD = 'local+/'

/** Opaque, and with characters that need escaping in an address, as the service's own. */
function tokenAfter(username: string): string {
  return `${TOKEN_HEAD}${Buffer.from(username).toString('base64')}=`
}

function lastShown(token: string): string {
  const username = Buffer.from(token.slice(TOKEN_HEAD.length, -1), 'base64').toString()
  if (tokenAfter(username) === token) return username
  throw new CognitoError('InvalidParameterException', 'Invalid pagination token')
}
