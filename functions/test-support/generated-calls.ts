import * as fc from 'fast-check'
import { isErrorCode } from '#shared/contract/problems.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import type { User } from '#shared/entities/user.ts'
import type { Answer } from './gateway.ts'
import { matrix } from './matrix.ts'
import { type GeneratedCall, nearMisses } from './near-misses.ts'
import { ownerInputs } from './owner-inputs.ts'

/** Requests to a route that are nearly good, and such as an owner might send; about `other` where about somebody. */
export function generatedCalls(name: RouteName, other: User): fc.Arbitrary<GeneratedCall> {
  const meant = ownerInputs(name, other.id)
  const missed = nearMisses(routes[name], matrix[name].ask(other, other))
  return meant ? fc.oneof(missed, meant) : missed
}

/** What no answer may tell: stacks, files, tables, hosts, the SDK's own words. */
const INSIDE = /\bat .*:\d+:\d+|node_modules|\.[jt]s:\d|127\.0\.0\.1|amazonaws|dynamo|cognito|Exception\b/i

/** No fault of ours, and no word of what is inside. */
export function expectDecent(
  { status, headers, json, text }: Answer,
  asked: GeneratedCall | undefined,
): void {
  if (status >= 500) throw new Error(`${status} for ${JSON.stringify(asked).slice(0, 2_000)}`)
  expect(text).not.toMatch(INSIDE)
  if (status < 400) return
  expect(headers['content-type']).toBe('application/problem+json; charset=utf-8')
  expect(json).toMatchObject({ status, code: expect.any(String), detail: expect.any(String) })
  expect(isErrorCode(String(json.code))).toBe(true)
}
