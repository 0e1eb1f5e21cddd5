import * as fc from 'fast-check'

/** Texts with a meaning for a parser, a store, a template, a spreadsheet, a URL or a file system. */
const texts = [
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
  '9'.repeat(300),
  '00000000-0000-0000-0000-000000000000',
  '#',
  'USER#x',
  'a#b',
  '*',
]

/** Texts that are nearly valid: days, addresses, links, references to files, words of a search. */
const nearlyValidTexts = [
  '2026-02-31',
  '0000-01-01',
  '9999-12-31',
  '2026-13-01',
  `${'a'.repeat(250)}@x.y`,
  '=cmd|x@x.y',
  '<script>@x.y',
  'a/b@x.y',
  'a%41b@x.y',
  'https://a.b/c',
  'https://a.b/"><script>',
  'javascript:alert(1)',
  'https://youtu.be/abcdefghijk',
  'coming-soon',
  'x'.repeat(200),
  '@',
  'ONDES méca',
  'true,true',
  '1,1',
]

/** Positions in the form of a cursor that no list has returned. */
const cursors = ['2026-01-01T00:00:00.000Z#abc', 'a\tb', 'abc@x.y', 'éa\tb'].map((text) =>
  Buffer.from(text).toString('base64url'),
)

const SURROGATES = { first: 0xd800, count: 0x800 }

/** Any characters, also ones that no keyboard has. The library's own `unit` takes a second to build. */
const anyCharacters = fc
  .array(fc.nat(0x10ffff - SURROGATES.count), { maxLength: 20 })
  .map((numbers) =>
    String.fromCodePoint(
      ...numbers.map((each) => (each < SURROGATES.first ? each : each + SURROGATES.count)),
    ),
  )

export const oddText = fc.oneof(
  { weight: 1, arbitrary: anyCharacters },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }) },
  { weight: 3, arbitrary: fc.constantFrom(...texts) },
  { weight: 2, arbitrary: fc.constantFrom(...nearlyValidTexts, ...cursors) },
)

/** Ordinary numbers, and numbers that a store or a calendar cannot hold. */
export const oddNumber = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(1e-200, 5e-324, -0, 1e126, 0.1 + 0.2, Number.MAX_SAFE_INTEGER + 1),
)

export const oddValue = fc.oneof(
  oddText,
  oddNumber,
  fc.jsonValue({ maxDepth: 1 }),
  fc.constantFrom(null, true, false, [], {}, [[]], { id: {} }, ['x'], { $gt: '' }, { S: 'x' }),
)

export const oddKey = fc.oneof(
  oddText,
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'id', 'pk', 'isAdmin', 'length'),
)

/** Bodies that do not match their content type. */
const oddBodies = fc.constantFrom(
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
)

/** Sizes of one byte and of many bytes above the limit of ordinary routes. */
const largeBodies = fc.constantFrom(...[64 * 1024 + 1, 200_000].map((size) => `"${'a'.repeat(size)}"`))

/** A body in any form. Few are large, since a large one takes as long as all other parts of a call. */
export const oddBody = fc.oneof(
  { weight: 6, arbitrary: oddText },
  { weight: 6, arbitrary: fc.jsonValue({ maxDepth: 1 }).map((value) => JSON.stringify(value)) },
  { weight: 6, arbitrary: oddBodies },
  { weight: 1, arbitrary: largeBodies },
)

const headerName = fc.constantFrom(
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
)

/** A name and a value as the gateway passes them on: printable, with several values joined by commas. */
export const oddHeader = fc.tuple(
  headerName,
  fc.oneof(
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
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/csv; charset=utf-16',
      'a'.repeat(8_000),
      '1.2.3.4:1, 5.6.7.8:2',
      '[::1]:1',
      ':::::',
      '999.999.999.999:0',
      ':1',
    ),
  ),
)
