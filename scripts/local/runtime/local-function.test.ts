import { setTimeout } from 'node:timers/promises'
import { closeFunctions, functionOf } from '../test-support/function-of.ts'
import type { StreamPrelude, StreamSink } from './environment.ts'

afterEach(closeFunctions)

/** Collects a streamed answer; `pace` makes the reader wait before it takes more. */
function collector(pace: () => Promise<void> = async () => {}) {
  const chunks: Uint8Array[] = []
  const preludes: StreamPrelude[] = []
  const sink: StreamSink = {
    begin: (prelude) => preludes.push(prelude),
    async write(bytes) {
      await pace()
      chunks.push(bytes)
    },
  }
  return { sink, preludes, chunks, text: () => Buffer.concat(chunks).toString() }
}

test('answers what the handler returns, with Lambda’s context', async () => {
  const { local } = functionOf(`export const handler = async (event, context) => ({
    event, name: context.functionName, left: context.getRemainingTimeInMillis() > 0, id: context.awsRequestId,
  })`)
  const outcome = await local.invoke({ a: 1 }, null, '5f0c6f4e-8d0f-4b8e-9d3d-2f7a3c1b9e10')
  expect(outcome.kind === 'result' && JSON.parse(outcome.json)).toEqual({
    event: { a: 1 },
    name: '',
    left: true,
    id: '5f0c6f4e-8d0f-4b8e-9d3d-2f7a3c1b9e10',
  })
})

test('sees its own variables and nothing of this machine', async () => {
  const { local } = functionOf('export const handler = async () => Object.keys(process.env).sort()', {
    environment: { TABLE_NAME: 't' },
  })
  const outcome = await local.invoke({})
  expect(outcome.kind === 'result' && JSON.parse(outcome.json)).toEqual(['TABLE_NAME', '_X_AMZN_TRACE_ID'])
})

test('tells the error that a handler throws, and takes the next call', async () => {
  const { local, lines } = functionOf(`export const handler = async ({ fail }) => {
    if (fail) throw new TypeError('no')
    return 'yes'
  }`)
  expect(await local.invoke({ fail: true })).toMatchObject({
    kind: 'failed',
    error: { errorType: 'TypeError', errorMessage: 'no' },
  })
  expect(await local.invoke({})).toEqual({ kind: 'result', json: '"yes"' })
  expect(lines.join('\n')).toContain('"errorMessage":"no"')
})

test('runs one call at a time in an environment, and several environments at once', async () => {
  const { local } = functionOf(`let busy = 0
    export const handler = async () => {
      busy += 1
      const seen = busy
      await new Promise((resolve) => setTimeout(resolve, 50))
      busy -= 1
      return seen
    }`)
  const outcomes = await Promise.all(Array.from({ length: 12 }, () => local.invoke({})))
  expect(outcomes).toEqual(Array.from({ length: 12 }, () => ({ kind: 'result', json: '1' })))
})

test('ends an environment that takes too long, and starts anew', async () => {
  const { local } = functionOf(
    `let calls = 0
    export const handler = async ({ hang }) => {
      calls += 1
      if (hang) for (;;) {}
      return calls
    }`,
    { timeoutMs: 300 },
  )
  expect(await local.invoke({})).toEqual({ kind: 'result', json: '1' })
  expect(await local.invoke({ hang: true })).toMatchObject({
    kind: 'failed',
    error: { errorMessage: 'Task timed out after 0.30 seconds' },
  })
  expect(await local.invoke({})).toEqual({ kind: 'result', json: '1' })
})

test.each([
  { what: 'a bundle that cannot be loaded', source: "throw new Error('broken')", message: 'broken' },
  { what: 'a bundle without the handler', source: 'export const other = 1', message: 'handler' },
  {
    what: 'an error outside of any call',
    source: `export const handler = () => { setTimeout(() => { throw new Error('late') }); return new Promise(() => {}) }`,
    message: 'late',
  },
])('$what fails the call and nothing else', async ({ source, message }) => {
  const { local } = functionOf(source)
  const outcome = await local.invoke({})
  expect(outcome.kind === 'failed' && outcome.error.errorMessage).toContain(message)
})

describe('a streamed answer', () => {
  test('brings status and headers before the bytes', async () => {
    const { local } =
      functionOf(`export const handler = awslambda.streamifyResponse(async (event, stream) => {
      const out = awslambda.HttpResponseStream.from(stream, { statusCode: 206, headers: { 'x-a': 'b' } })
      out.write('one ')
      out.end('two')
    })`)
    const { sink, preludes, text } = collector()
    expect(await local.invoke({}, sink)).toEqual({ kind: 'streamed' })
    expect(preludes).toEqual([{ statusCode: 206, headers: { 'x-a': 'b' }, cookies: [] }])
    expect(text()).toBe('one two')
  })

  test('waits for its reader', async () => {
    const { local, lines } = functionOf(`import { once } from 'node:events'
      export const handler = awslambda.streamifyResponse(async (event, stream) => {
        for (let part = 0; part < 20; part++) {
          console.log('part ' + part)
          if (!stream.write(Buffer.alloc(64 * 1024))) await once(stream, 'drain')
        }
        stream.end()
      })`)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const { sink, chunks } = collector(() => held)
    const call = local.invoke({}, sink)
    await setTimeout(500)
    expect(lines.filter((line) => line.startsWith('part')).length).toBeLessThan(5)
    release()
    expect(await call).toEqual({ kind: 'streamed' })
    expect(Buffer.concat(chunks)).toHaveLength(20 * 64 * 1024)
  })

  test('fails the call when it breaks off', async () => {
    const { local } =
      functionOf(`export const handler = awslambda.streamifyResponse(async (event, stream) => {
      stream.write('half')
      stream.destroy()
    })`)
    expect(await local.invoke({}, collector().sink)).toMatchObject({ kind: 'failed' })
  })
})
