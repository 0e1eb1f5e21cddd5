import { closeFunctions, functionOf } from '../test-support/function-of.ts'

afterEach(closeFunctions)

test('a function sees its own variables and nothing of this machine', async () => {
  const { local } = functionOf('export const handler = async () => Object.keys(process.env).sort()', {
    environment: { TABLE_NAME: 't' },
  })
  const outcome = await local.invoke({})
  expect(outcome.kind === 'result' && JSON.parse(outcome.json)).toEqual(['TABLE_NAME', '_X_AMZN_TRACE_ID'])
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
