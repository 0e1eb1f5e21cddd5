import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { createEdgeCache } from '#functions/admin/edge-cache.ts'
import { createDistribution } from '#functions/aws/distribution.ts'
import { DISTRIBUTION_ID_PARAMETER, startTestServices, type TestServices } from './test-support/services.ts'

const NAME = 'revision/local/drive-credentials'

let services: TestServices
beforeAll(async () => {
  services = await startTestServices()
  services.secrets.set(NAME, '{}')
})
afterAll(() => services.close())

const signed = { authorization: 'AWS4-HMAC-SHA256 Credential=x' }
const call = (target: string, body: object, headers: Record<string, string> = signed) =>
  fetch(services.url, {
    method: 'POST',
    headers: { ...headers, 'x-amz-target': target },
    body: JSON.stringify(body),
  })

test('reads a secret by its name and by its ARN', async () => {
  const secrets = new SecretsManagerClient({})
  const byName = await secrets.send(new GetSecretValueCommand({ SecretId: NAME }))
  expect(byName.SecretString).toBe('{}')
  const byArn = await secrets.send(new GetSecretValueCommand({ SecretId: byName.ARN }))
  expect(byArn.Name).toBe(NAME)
  const other = secrets.send(new GetSecretValueCommand({ SecretId: 'revision/local/other' }))
  await expect(other).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
  secrets.destroy()
})

test("takes invalidations of the admin function's own client", async () => {
  await createEdgeCache(createDistribution(DISTRIBUTION_ID_PARAMETER)).forget('bac-SM-2023-Normale')
  expect(services.invalidated.list()).toEqual(['/files/bac-SM-2023-Normale/*'])
  expect(services.operations.list().slice(-2)).toEqual(['GetParameter', 'CreateInvalidation'])
})

test('refuses unknown parameters, distributions and operations', async () => {
  const parameter = await call('AmazonSSM.GetParameter', { Name: '/revision/local/other' })
  expect([parameter.status, await parameter.json()]).toMatchObject([400, { __type: 'ParameterNotFound' }])
  const url = `${services.url}/2020-05-31/distribution/EOTHER/invalidation`
  const distribution = await fetch(url, { method: 'POST', headers: signed })
  expect([distribution.status, await distribution.text()]).toEqual([
    404,
    expect.stringContaining('NoSuchDistribution'),
  ])
  expect((await call('AmazonSSM.PutParameter', {})).status).toBe(400)
})

test('refuses a call without a signature', async () => {
  const unsigned = await call('secretsmanager.GetSecretValue', { SecretId: NAME }, {})
  expect(await unsigned.json()).toMatchObject({ __type: 'MissingAuthenticationTokenException' })
})
