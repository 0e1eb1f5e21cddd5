import * as fc from 'fast-check'
import type * as v from 'valibot'
import { isFile, type Route } from '#shared/contract/define-route.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import { problems } from '#shared/domain/problems.ts'
import type { Answer, Call } from './gateway.ts'
import { sampleCall } from './samples.ts'

/** Texts with a meaning for a parser, a store, a template, a spreadsheet, a URL or a file system. */
const MEANINGFUL = [
  ['', ' ', '\0', '\uD800', '\u202e', "'", '"', '*', 'null', 'NaN', '0', '1e999', '٣', '\r\nx: y'],
  ['=1+1', '%E0%A4%A', '../..', '{{7*7}}', '<script>alert(1)</script>', 'USER#x'],
  // Names that every object inherits: an accessor, and functions that a conversion calls.
  ['__proto__', 'constructor', 'toString', 'hasOwnProperty'],
  ['é'.repeat(2_100), 'a'.repeat(5_000), '9'.repeat(300)],
].flat()

/** Texts that are nearly valid: days, addresses, links, references to files, words of a search, cursors. */
const NEARLY_VALID = [
  ['2026-02-31', '9999-12-31', `${'a'.repeat(250)}@x.y`, '=cmd|x@x.y', 'a/b@x.y', '@'],
  ['https://a.b/"><script>', 'javascript:alert(1)', 'https://youtu.be/abcdefghijk', 'coming-soon'],
  ['x'.repeat(200), 'ONDES méca', '1,1', '00000000-0000-0000-0000-000000000000'],
  ['2026-01-01T00:00:00.000Z#abc', 'abc@x.y', 'éa\tb'].map((text) => Buffer.from(text).toString('base64url')),
].flat()

const oddText = fc.oneof(
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }) },
  { weight: 3, arbitrary: fc.constantFrom(...MEANINGFUL) },
  { weight: 2, arbitrary: fc.constantFrom(...NEARLY_VALID) },
)

/** Ordinary numbers, and numbers that a store or a calendar cannot hold. */
const oddNumber = fc.oneof(
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

const oddKey = fc.oneof(oddText, fc.constantFrom('prototype', 'id', 'pk', 'isAdmin', 'length'))

const BROKEN_BODIES = ['{', '{"a":', '"', '{"a":1}{"a":2}', '{"a":1,"a":2}', '\ufeff{}', 'a=b&c=d'].concat(
  ['{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":{"isAdmin":true}}}'],
  ['['.repeat(5_000), `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`],
)

/** Bodies that do not match their content type, of which few are large: those take as long as the rest of a call. */
const oddBody = fc.oneof(
  { weight: 6, arbitrary: oddText },
  { weight: 6, arbitrary: fc.jsonValue({ maxDepth: 1 }).map((value) => JSON.stringify(value)) },
  { weight: 6, arbitrary: fc.constantFrom(...BROKEN_BODIES) },
  { weight: 1, arbitrary: fc.constant(`"${'a'.repeat(64 * 1024 + 1)}"`) },
)

const HEADERS = ['x-session-id', 'X-Session-Id', 'authorization', 'if-none-match', 'content-type'].concat(
  ['range', 'cookie', 'cloudfront-viewer-address', 'x-forwarded-for', 'x-http-method-override'],
  ['host', 'origin', '__proto__'],
)
const HEADER_VALUES = ['', 'Bearer', 'Bearer a.b.c', 'Bearer a, Bearer b', '*', 'W/"x', 'text/csv'].concat(
  ['multipart/form-data; boundary=x', '1.2.3.4:1, 5.6.7.8:2', '[::1]:1', ':::::', '999.999.999.999:0'],
  'a'.repeat(8_000),
)

/** A name and a value as the gateway passes them on: printable, with several values joined by commas. */
const oddHeader = fc.tuple(
  fc.constantFrom(...HEADERS),
  fc.oneof(fc.string({ maxLength: 60 }), fc.constantFrom(...HEADER_VALUES)),
)

/** The parts of valibot's schemas and actions that the contract uses. */
type Schema = {
  type: string
  pipe?: readonly (Schema | Action)[]
  entries?: Record<string, Schema>
  options?: readonly unknown[]
  literal?: unknown
  wrapped?: Schema
  item?: Schema
  items?: readonly Schema[]
}
type Action = { kind: 'validation' | 'transformation' | 'metadata'; type: string; requirement?: unknown }

function fieldsOf(schema: v.GenericSchema | undefined): Record<string, v.GenericSchema> {
  const { type, entries = {}, options = [] } = (schema as Schema | undefined) ?? { type: '' }
  if (type !== 'variant') return entries as Record<string, v.GenericSchema>
  return Object.assign({}, ...options.map((option) => fieldsOf(option as v.GenericSchema)))
}

/**
 * Returns values that mostly pass the schema. Checks by functions cannot be read from a schema; the sample satisfies
 * them, of which a request changes only some fields.
 */
function valueOf(schema: Schema): fc.Arbitrary<unknown> {
  const { type, entries = {}, options = [], wrapped, item } = schema
  const actions = (schema.pipe ?? []).filter(
    (part): part is Action => 'kind' in part && part.kind !== undefined,
  )
  switch (type) {
    case 'string':
      return acceptedText(actions)
    case 'number':
      return numberOf(actions)
    case 'boolean':
      return fc.boolean()
    case 'literal':
      return fc.constant(schema.literal)
    case 'picklist':
      return fc.constantFrom(...options)
    case 'union':
    case 'variant':
      return fc.oneof(...options.map((option) => valueOf(option as Schema)))
    case 'optional':
    case 'nullable':
      return wrapped ? fc.option(valueOf(wrapped), { nil: type === 'nullable' ? null : undefined }) : oddValue
    case 'non_optional':
      return wrapped ? valueOf(wrapped) : oddValue
    case 'array':
      return item ? fc.array(valueOf(item), { maxLength: limitOf(actions, 'max_length', 5) + 1 }) : oddValue
    case 'tuple':
      return fc.tuple(...(schema.items ?? []).map(valueOf))
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(entries).map(([name, field]) => [name, valueOf(field)])),
      )
    default:
      throw new Error(`No values are generated for the schema ${type}: add it to generated-calls.ts`)
  }
}

function acceptedText(actions: readonly Action[]): fc.Arbitrary<string> {
  const pattern = actions.find(({ type }) => type === 'regex')?.requirement
  if (pattern instanceof RegExp) return fc.stringMatching(pattern)
  if (actions.some(({ type }) => type === 'uuid')) return fc.uuid()
  const longest = limitOf(actions, 'max_length', 200)
  return fc.oneof(
    oddText,
    fc.string({ unit: 'grapheme', maxLength: Math.min(longest, 40) }),
    fc.constantFrom(longest, longest + 1).map((length) => 'a'.repeat(length)),
  )
}

function numberOf(actions: readonly Action[]): fc.Arbitrary<number> {
  const smallest = limitOf(actions, 'min_value', 0)
  const largest = limitOf(actions, 'max_value', 1_000)
  return fc.oneof(
    fc.double({ min: smallest, max: largest }),
    fc.constantFrom(smallest - 1, smallest, largest, largest + 1),
    oddNumber,
  )
}

function limitOf(actions: readonly Action[], name: string, otherwise: number): number {
  const requirement = actions.find(({ type }) => type === name)?.requirement
  return typeof requirement === 'number' ? requirement : otherwise
}

export type GeneratedCall = Pick<Call, 'params' | 'query' | 'body' | 'base64' | 'headers'>

type Change = (call: GeneratedCall) => GeneratedCall

/**
 * Returns requests that differ from the route's sample in one to three places: a field that the schema accepts or
 * refuses, a missing field, an unknown field, another body, another header.
 */
export function generatedCalls(name: RouteName): fc.Arbitrary<GeneratedCall> {
  const route: Route = routes[name]
  const sample = sampleCall(name)
  const change = fc.oneof(
    ...(route.params ? [{ weight: 3, arbitrary: paramsChange(route) }] : []),
    { weight: route.query ? 3 : 1, arbitrary: queryChange(route) },
    ...(route.body ? [{ weight: 5, arbitrary: bodyPartChange(route, sample) }] : []),
    { weight: 1, arbitrary: bodyChange },
    { weight: 1, arbitrary: headerChange },
  )
  return fc
    .array(change, { minLength: 1, maxLength: 3 })
    .map((changes) => changes.reduce((call, changed) => changed(call), sample))
}

/** Internal details that an answer must not contain: stack traces, files, tables, hosts, messages of the SDK. */
const INTERNALS = /\bat .*:\d+:\d+|node_modules|\.[jt]s:\d|127\.0\.0\.1|amazonaws|dynamo|cognito|Exception\b/i

/**
 * Expects an answer that is no server error and contains no internal details. It compares without matchers, which take
 * longer than the call itself.
 * @param isAllowed returns whether the test expects the status
 */
export function expectSafeAnswer(
  answer: Answer,
  request: GeneratedCall | undefined,
  isAllowed = (status: number) => status < 500,
): void {
  const { status, text } = answer
  if (isAllowed(status) && !INTERNALS.test(text) && (status < 400 || isProblem(answer))) return
  throw new Error(`${status} ${text.slice(0, 500)} for ${JSON.stringify(request).slice(0, 2_000)}`)
}

function isProblem({ status, headers, json }: Answer): boolean {
  return (
    headers['content-type'] === 'application/problem+json; charset=utf-8' &&
    json.status === status &&
    typeof json.detail === 'string' &&
    typeof json.code === 'string' &&
    Object.hasOwn(problems, json.code)
  )
}

function paramsChange(route: Route): fc.Arbitrary<Change> {
  return fieldOf(route.params).map(([name, value]) => (call) => ({
    ...call,
    params: { ...call.params, [name]: textOf(value) },
  }))
}

function queryChange(route: Route): fc.Arbitrary<Change> {
  const unknown = fc.tuple(oddKey, oddText)
  const known = Object.keys(fieldsOf(route.query)).length > 0 ? fieldOf(route.query) : unknown
  // The gateway joins several values of a name with commas.
  const twice = fc.tuple(known, oddText).map(([[name, value], other]) => [name, `${textOf(value)},${other}`])
  return fc
    .oneof(
      { weight: 4, arbitrary: known },
      { weight: 1, arbitrary: unknown },
      { weight: 1, arbitrary: twice },
    )
    .map(([name, value]) => (call) => ({ ...call, query: { ...call.query, [name]: textOf(value) } }))
}

function fieldChange(route: Route): fc.Arbitrary<Change> {
  const unknown = fc.tuple(oddKey, oddValue)
  return fc
    .oneof({ weight: 6, arbitrary: fieldOf(route.body) }, { weight: 1, arbitrary: unknown })
    .map(([name, value]) => (call) => {
      if (typeof call.body === 'string') return call
      // JSON has no undefined value, so that an undefined field is missing.
      return { ...call, body: Object.fromEntries([...Object.entries(call.body ?? {}), [name, value]]) }
    })
}

function bodyPartChange(route: Route, sample: GeneratedCall): fc.Arbitrary<Change> {
  if (isFile(route.body))
    return fc.uint8Array({ maxLength: 200 }).map((body) => (call) => ({ ...call, body }))
  return route.csv.includes('body') ? cellChange(sample) : fieldChange(route)
}

function cellChange({ body }: GeneratedCall): fc.Arbitrary<Change> {
  const [header = '', ...rows] = String(body).split('\n')
  const at = fc.record({ row: fc.nat(rows.length), column: fc.nat(header.split(';').length), value: oddText })
  return at.map(({ row, column, value }) => (call) => {
    const lines = String(call.body).split('\n')
    const cells = (lines[row] ?? '').split(';')
    cells[column] = `"${value.replaceAll('"', '""')}"`
    return { ...call, body: lines.with(Math.min(row, lines.length - 1), cells.join(';')).join('\n') }
  })
}

const bodyChange: fc.Arbitrary<Change> = fc.tuple(oddBody, fc.boolean()).map(([body, base64]) => (call) => ({
  ...call,
  body: body.toWellFormed(),
  base64,
}))

const headerChange: fc.Arbitrary<Change> = oddHeader.map(([name, value]) => (call) => ({
  ...call,
  headers: { ...call.headers, [name]: value },
}))

/** Returns one of the schema's fields with an accepted value, with any other value, or without one. */
function fieldOf(schema: v.GenericSchema | undefined): fc.Arbitrary<[name: string, value: unknown]> {
  const fields = Object.entries(fieldsOf(schema)).map(([name, field]) =>
    fc.tuple(
      fc.constant(name),
      fc.oneof(
        { weight: 4, arbitrary: valueOf(field as Schema) },
        { weight: 2, arbitrary: oddValue },
        { weight: 1, arbitrary: fc.constant(undefined) },
      ),
    ),
  )
  return fc.oneof(...fields)
}

function textOf(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()
}
