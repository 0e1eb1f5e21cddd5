import { closeFunctions, functionOf } from '../test-support/function-of.ts'

afterEach(closeFunctions)

test('a function sees its own variables and nothing of this machine', async () => {
  const { local } = functionOf('export const handler = async () => Object.keys(process.env).sort()', {
    environment: { TABLE_NAME: 't' },
  })
  const outcome = await local.invoke({})
  expect(outcome.kind === 'result' && JSON.parse(outcome.json)).toEqual(['TABLE_NAME', '_X_AMZN_TRACE_ID'])
})

test('an environment runs one call at a time', async () => {
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

test('an environment that takes too long is ended, and the next call starts another', async () => {
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
