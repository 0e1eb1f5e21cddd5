import * as fc from 'fast-check'
import type * as v from 'valibot'
import { problems } from '#shared/contract/problems.ts'
import { isFile, type Route } from '#shared/contract/route.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import type { Answer, Call } from './gateway.ts'
import { oddBody, oddHeader, oddKey, oddText, oddValue } from './odd-values.ts'
import { sampleCall } from './samples.ts'
import { fieldsOf, schemaValue } from './schema-values.ts'

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
  if (isFile(route.body)) return bytesChange
  return route.csv.includes('body') ? cellChange(sample) : fieldChange(route)
}

/** Changes of the bytes of a file. */
const bytesChange: fc.Arbitrary<Change> = fc
  .uint8Array({ maxLength: 200 })
  .map((body) => (call) => ({ ...call, body }))

/** Returns a change of one cell of a table of text, also of its header. */
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
        { weight: 4, arbitrary: schemaValue(field) },
        { weight: 2, arbitrary: oddValue },
        { weight: 1, arbitrary: fc.constant(undefined) },
      ),
    ),
  )
  return fc.oneof(...fields)
}

/** Returns the text of a value in a path or a query. */
function textOf(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()
}
