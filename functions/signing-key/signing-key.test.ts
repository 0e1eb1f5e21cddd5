import { createPrivateKey, createPublicKey } from 'node:crypto'
import type { CdkCustomResourceEvent, CdkCustomResourceResponse } from 'aws-lambda'
import { type Secrets, startSecrets } from '../test-support/secrets.ts'

let secrets: Secrets
let handler: (event: CdkCustomResourceEvent) => Promise<CdkCustomResourceResponse>
beforeAll(async () => {
  secrets = await startSecrets()
  handler = (await import('./handler.ts')).handler
})
afterAll(() => secrets.stop())

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

test('the private key stays in the secret, the public key comes back; a new version makes a new pair', async () => {
  const created = await handler(create)
  const pem = secrets.values.get('signing') ?? ''
  expect(createPrivateKey(pem).asymmetricKeyDetails?.modulusLength).toBe(2048)
  expect(created).toEqual({
    PhysicalResourceId: 'signing-key-signing',
    Data: { PublicKey: createPublicKey(pem).export({ type: 'spki', format: 'pem' }) },
  })

  expect(await handler(update('1', '1'))).toEqual(created)
  expect(secrets.values.get('signing')).toBe(pem)

  const renewed = await handler(update('1', '2'))
  expect(renewed.PhysicalResourceId).toBe(created.PhysicalResourceId)
  expect(renewed.Data).not.toEqual(created.Data)
  expect(secrets.values.get('signing')).not.toBe(pem)
})

test('deleting leaves the secret to its stack', async () => {
  await handler(create)
  const pem = secrets.values.get('signing')
  await handler({
    ...common,
    RequestType: 'Delete',
    PhysicalResourceId: 'signing-key-signing',
    ResourceProperties: properties('1'),
  })
  expect(secrets.values.get('signing')).toBe(pem)
})
