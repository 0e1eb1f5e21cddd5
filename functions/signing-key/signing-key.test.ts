import { createPrivateKey, createPublicKey } from 'node:crypto'
import type { CdkCustomResourceEvent } from 'aws-lambda'
import { startTestServices } from '#scripts/local/test-support/services.ts'

const services = await startTestServices()
const { handler } = await import('./handler.ts')
afterAll(() => services.close())

function request(RequestType: CdkCustomResourceEvent['RequestType'], KeyVersion: string) {
  const properties = { ServiceToken: 'arn', SecretId: 'signing', KeyVersion }
  const ids = {
    StackId: 'stack',
    RequestId: 'request',
    LogicalResourceId: 'Key',
    ResourceType: 'Custom::Key',
  }
  const event = { ServiceToken: 'arn', ResponseURL: 'https://exemple.test', ...ids, RequestType }
  return handler({
    ...event,
    PhysicalResourceId: 'signing-key-signing',
    ResourceProperties: properties,
    OldResourceProperties: { ...properties, KeyVersion: '1' },
  })
}

test('stores the private key in the secret and returns the public key; only a new version creates a new pair', async () => {
  const created = await request('Create', '1')
  const pem = services.secrets.get('signing') ?? ''
  expect(createPrivateKey(pem).asymmetricKeyDetails?.modulusLength).toBe(2048)
  expect(created).toEqual({
    PhysicalResourceId: 'signing-key-signing',
    Data: { PublicKey: createPublicKey(pem).export({ type: 'spki', format: 'pem' }) },
  })

  expect(await request('Update', '1')).toEqual(created)
  expect(services.secrets.get('signing')).toBe(pem)

  const renewed = await request('Update', '2')
  expect(renewed.PhysicalResourceId).toBe(created.PhysicalResourceId)
  expect(renewed.Data).not.toEqual(created.Data)
  const next = services.secrets.get('signing')
  expect(next).not.toBe(pem)
  // The secret belongs to its stack.
  await request('Delete', '2')
  expect(services.secrets.get('signing')).toBe(next)
})
