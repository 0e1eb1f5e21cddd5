import { createPrivateKey, createPublicKey } from 'node:crypto'
import type { CdkCustomResourceEvent, CdkCustomResourceResponse } from 'aws-lambda'
import { startTestServices, type TestServices } from '#scripts/local/test-support/services.ts'

let services: TestServices
let handler: (event: CdkCustomResourceEvent) => Promise<CdkCustomResourceResponse>
beforeAll(async () => {
  services = await startTestServices()
  handler = (await import('./handler.ts')).handler
})
afterAll(() => services.close())

const common = {
  ServiceToken: 'arn',
  ResponseURL: 'https://exemple.test',
  StackId: 'stack',
  RequestId: 'request',
  LogicalResourceId: 'Key',
  ResourceType: 'Custom::SigningKey',
}
const properties = (KeyVersion: string) => ({ ServiceToken: 'arn', SecretId: 'signing', KeyVersion })

const create: CdkCustomResourceEvent = {
  ...common,
  RequestType: 'Create',
  ResourceProperties: properties('1'),
}
const update = (from: string, to: string): CdkCustomResourceEvent => ({
  ...common,
  RequestType: 'Update',
  PhysicalResourceId: 'signing-key-signing',
  ResourceProperties: properties(to),
  OldResourceProperties: properties(from),
})

test('stores the private key in the secret and returns the public key; a new version creates a new pair', async () => {
  const created = await handler(create)
  const pem = services.secrets.get('signing') ?? ''
  expect(createPrivateKey(pem).asymmetricKeyDetails?.modulusLength).toBe(2048)
  expect(created).toEqual({
    PhysicalResourceId: 'signing-key-signing',
    Data: { PublicKey: createPublicKey(pem).export({ type: 'spki', format: 'pem' }) },
  })

  expect(await handler(update('1', '1'))).toEqual(created)
  expect(services.secrets.get('signing')).toBe(pem)

  const renewed = await handler(update('1', '2'))
  expect(renewed.PhysicalResourceId).toBe(created.PhysicalResourceId)
  expect(renewed.Data).not.toEqual(created.Data)
  expect(services.secrets.get('signing')).not.toBe(pem)
})

test('does not delete the secret, which belongs to its stack', async () => {
  await handler(create)
  const pem = services.secrets.get('signing')
  await handler({
    ...common,
    RequestType: 'Delete',
    PhysicalResourceId: 'signing-key-signing',
    ResourceProperties: properties('1'),
  })
  expect(services.secrets.get('signing')).toBe(pem)
})
