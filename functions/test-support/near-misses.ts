import * as fc from 'fast-check'
import type { Route } from '#shared/contract/route.ts'
import type { Call } from './gateway.ts'

/** A request, and what no client of ours would put beside it. */
export type GeneratedCall = Pick<Call, 'params' | 'query' | 'body' | 'base64' | 'headers'>

/** Texts that mean something to a parser, a store, a template or a file system, or are merely odd. */
export const oddText = fc.oneof(
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '',
      ' ',
      '\0',
      '\uD800',
      '\u202e',
      '\ufeff',
      '__proto__',
      'constructor',
      'toString',
      '=1+1',
      "'",
      '"',
      '%E0%A4%A',
      '%00',
      '../..',
      '/etc/passwd',
      '{{7*7}}',
      '${7*7}',
      '<script>alert(1)</script>',
      '\r\nx: y',
      'null',
      'undefined',
      'NaN',
      '-1',
      '0',
      '1e999',
      '٣',
      '²',
      'é'.repeat(2_100),
      'a'.repeat(5_000),
      '2026-02-31',
      '9'.repeat(300),
      '00000000-0000-0000-0000-000000000000',
      '#',
      'USER#x',
      'a#b',
      '*',
    ),
  },
)

/** Numbers that a store or a calendar has no room for. */
export const oddNumber = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(1e-200, 5e-324, -0, 1e126, 0.1 + 0.2, Number.MAX_SAFE_INTEGER + 1),
)

const oddValue = fc.oneof(
  oddText,
  oddNumber,
  fc.jsonValue({ maxDepth: 1 }),
  fc.constantFrom(null, true, false, [], {}, [[]], { id: {} }, ['x'], { $gt: '' }, { S: 'x' }),
)
const oddKey = fc.oneof(
  oddText,
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'id', 'pk', 'isAdmin', 'length'),
)

/** Bodies that are not what their type says. */
const oddBody = fc.oneof(
  oddText,
  fc.jsonValue({ maxDepth: 1 }).map((value) => JSON.stringify(value)),
  fc.constantFrom(
    '{',
    '{"a":',
    '[1,]',
    '"',
    "{'a':1}",
    '{"a":1}{"a":2}',
    '{"a":1,"a":2}',
    '\ufeff{}',
    'NaN',
    '1e999',
    '\0',
    '{"__proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
    '<a/>',
    'a=b&c=d',
    '['.repeat(5_000),
    `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`,
  ),
  // A little too large, and much; not often, since each is built anew.
  fc.constantFrom(64 * 1024 + 1, 200_000).map((size) => `"${'a'.repeat(size)}"`),
)

const headerNames = [
  'x-session-id',
  'if-none-match',
  'content-type',
  'content-length',
  'accept',
  'accept-encoding',
  'range',
  'cloudfront-viewer-address',
  'x-forwarded-for',
  'x-http-method-override',
  'host',
  'cookie',
  'origin',
  'X-Session-Id',
  'CONTENT-TYPE',
  '__proto__',
  'authorization',
] as const
/** As a gateway hands them on: printable, several of a name joined by commas. */
const oddHeader = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.constantFrom(
    '',
    ',',
    'Bearer',
    'Bearer ',
    'Bearer a.b.c',
    'Bearer a, Bearer b',
    '*',
    'W/"x',
    '"',
    'text/csv',
  ),
  fc.constantFrom(
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/csv; charset=utf-16',
  ),
  fc.constantFrom('a'.repeat(8_000), '1.2.3.4:1, 5.6.7.8:2', '[::1]:1', ':::::', '999.999.999.999:0', ':1'),
)

/**
 * Requests that nearly are the good one: one or two of its parts are not what they should be. Every part that the route
 * takes is hit, and parts that it does not take.
 * @param good what the route would answer well
 */
export function nearMisses(route: Route, good: GeneratedCall): fc.Arbitrary<GeneratedCall> {
  const change = fc.oneof(
    ...(route.params ? [{ weight: 3, arbitrary: paramsChange(good) }] : []),
    { weight: route.query ? 3 : 1, arbitrary: queryChange(route) },
    ...(route.body ? [{ weight: 4, arbitrary: fieldChange(route, good) }] : []),
    { weight: route.body ? 2 : 1, arbitrary: bodyChange },
    { weight: 1, arbitrary: headerChange },
  )
  return fc
    .array(change, { minLength: 1, maxLength: 2 })
    .map((changes) => changes.reduce((call, changed) => changed(call), good))
}

type Change = (call: GeneratedCall) => GeneratedCall

function paramsChange({ params = {} }: GeneratedCall): fc.Arbitrary<Change> {
  return fc.tuple(fc.constantFrom(...Object.keys(params)), oddText).map(([name, value]) => (call) => ({
    ...call,
    params: { ...call.params, [name]: value.toWellFormed() },
  }))
}

function queryChange(route: Route): fc.Arbitrary<Change> {
  const names = fc.oneof(
    ...(keysOf(route.query).length > 0 ? [fc.constantFrom(...keysOf(route.query))] : []),
    oddKey,
  )
  // Several values of a name arrive joined by commas.
  const values = fc.oneof(
    oddText,
    fc.tuple(oddText, oddText).map(([a, b]) => `${a},${b}`),
    fc.constantFrom('true', 'true,true', '50', '1,1', 'SM,PC', 'inline,attachment'),
    oddText.map((text) => Buffer.from(text).toString('base64url')),
  )
  return fc.tuple(names, values).map(([name, value]) => (call) => ({
    ...call,
    query: { ...call.query, [name]: value.toWellFormed() },
  }))
}

function fieldChange(route: Route, { body }: GeneratedCall): fc.Arbitrary<Change> {
  const known = [...new Set([...keysOf(route.body), ...Object.keys(Object(body) as object)])]
  const names = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...known, 'x') },
    { weight: 1, arbitrary: oddKey },
  )
  return fc.tuple(names, fc.option(oddValue, { nil: undefined })).map(([name, value]) => (call) => {
    if (typeof call.body !== 'object' || call.body === null) return call
    // With undefined the field is missing: JSON has no such value.
    return { ...call, body: Object.fromEntries([...Object.entries(call.body), [name, value]]) }
  })
}

const bodyChange: fc.Arbitrary<Change> = fc.tuple(oddBody, fc.boolean()).map(([body, base64]) => (call) => ({
  ...call,
  body: body.toWellFormed(),
  base64,
}))

const headerChange: fc.Arbitrary<Change> = fc
  .tuple(fc.constantFrom(...headerNames), oddHeader)
  .map(([name, value]) => (call) => ({ ...call, headers: { ...call.headers, [name]: value } }))

function keysOf(schema: Route['body']): string[] {
  return schema && 'entries' in schema ? Object.keys(schema.entries as object) : []
}
