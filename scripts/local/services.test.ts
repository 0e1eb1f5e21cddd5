import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { createEdgeCache } from '#functions/admin/edge-cache.ts'
import { createDistribution } from '#functions/aws/distribution.ts'
import { freePort } from '#functions/test-support/free-port.ts'
import { Counters } from './counters.ts'
import { endpointVariables, useEndpoints } from './endpoints.ts'
import type { RunningServer } from './http-server.ts'
import { portsFrom } from './ports.ts'
import { startServices } from './services.ts'
import { templatesOf } from './test-support/templates.ts'

const REGION = 'eu-west-3'
const PARAMETER = '/revision/local/distribution-id'
const templates = templatesOf({
  Edge: { Type: 'AWS::CloudFront::Distribution', Properties: {} },
  Id: { Type: 'AWS::SSM::Parameter', Properties: { Name: PARAMETER, Value: { Ref: 'Edge' } } },
})
const counters = new Counters()
const invalidated: string[] = []
let services: RunningServer
let base: string

beforeAll(async () => {
  const port = await freePort()
  base = `http://127.0.0.1:${port}`
  services = await startServices({
    port,
    region: REGION,
    secrets: { 'revision/local/drive-credentials': '{}' },
    templates,
    invalidate: (patterns) => invalidated.push(...patterns),
    counters,
  })
  useEndpoints(endpointVariables({ ...portsFrom(3000), services: port }, 'http://127.0.0.1:1'), REGION)
})

afterAll(() => services.close())

const call = (target: string, body: object) =>
  fetch(base, { method: 'POST', headers: { 'x-amz-target': target }, body: JSON.stringify(body) })

test('a secret is read by its name and by its ARN', async () => {
  const secrets = new SecretsManagerClient({})
  const byName = await secrets.send(
    new GetSecretValueCommand({ SecretId: 'revision/local/drive-credentials' }),
  )
  expect(byName.SecretString).toBe('{}')
  const byArn = await secrets.send(new GetSecretValueCommand({ SecretId: byName.ARN }))
  expect(byArn.Name).toBe('revision/local/drive-credentials')
  const other = secrets.send(new GetSecretValueCommand({ SecretId: 'revision/local/other' }))
  await expect(other).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
  secrets.destroy()
})

test("the admin function's own client drops the copies of a document by the parameter's distribution", async () => {
  await createEdgeCache(createDistribution(PARAMETER)).forget('bac-SM-2023-Normale')
  expect(invalidated).toEqual(['/files/bac-SM-2023-Normale/*'])
  expect(counters.read()).toMatchObject({ 'parameters read': 1, 'edge invalidations': 1 })
})

test('a parameter, a distribution and a call that the local mode does not know are refused', async () => {
  const parameter = await call('AmazonSSM.GetParameter', { Name: '/revision/local/other' })
  expect([parameter.status, await parameter.json()]).toMatchObject([400, { __type: 'ParameterNotFound' }])
  const distribution = await fetch(`${base}/2020-05-31/distribution/EOTHER/invalidation`, { method: 'POST' })
  expect([distribution.status, await distribution.text()]).toEqual([
    404,
    expect.stringContaining('NoSuchDistribution'),
  ])
  expect((await call('AmazonSSM.PutParameter', {})).status).toBe(400)
  expect((await fetch(`${base}/2020-05-31/distribution`)).status).toBe(400)
})
