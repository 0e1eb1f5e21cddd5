import { closeFunctions, functionOf } from '../test-support/function-of.ts'
import { startGateway } from './server.ts'

afterAll(closeFunctions)

test('an event names the last address of X-Forwarded-For, which the edge added', async () => {
  const { local } = functionOf(
    'export const handler = async (event) => ({ statusCode: 200, body: event.requestContext.http.sourceIp })',
  )
  const routes = [{ routeKey: '$default', target: { functionArn: 'f' } }]
  const invoke = (_: string, event: object) => local.invoke(event)
  const gateway = await startGateway({ api: { domainName: 'api.example', routes }, invoke })
  const headers = { 'x-forwarded-for': '1.1.1.1, 2.2.2.2' }
  const answer = await fetch(`http://127.0.0.1:${gateway.port}/`, { headers })
  expect(await answer.text()).toBe('2.2.2.2')
  await gateway.close()
})
