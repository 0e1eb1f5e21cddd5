import { createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Counters } from './counters.ts'
import type { ServiceAccount } from './drive/service-account.ts'
import { listen, type RunningServer, readBody, sendJson } from './http-server.ts'
import { secretArn } from './template/identities.ts'

export type SigningKeys = { privateKey: string; publicKey: string }

const MAX_REQUEST_BYTES = 64 * 1024

/** The pair that signs document URLs: what the deployment's custom resource would make, kept in the data folder. */
export function readOrMakeSigningKeys(folder: string): SigningKeys {
  const privateKey = readOrMake(folder, 'signing-key.pem', newPrivateKey)
  return { privateKey, publicKey: publicKeyOf(privateKey) }
}

/** The key file of a service account, as Google would hand it out, for the local Drive. */
export function readOrMakeServiceAccount(folder: string, tokenUri: string): ServiceAccount {
  return {
    type: 'service_account',
    project_id: 'revision-local',
    private_key_id: 'local',
    private_key: readOrMake(folder, 'drive-account.pem', newPrivateKey),
    client_email: 'documents@revision-local.iam.gserviceaccount.com',
    token_uri: tokenUri,
  }
}

/** Secrets Manager's GetSecretValue, for the secrets that the local mode has, by name or ARN. */
export function startSecrets(options: {
  port: number
  region: string
  secrets: Readonly<Record<string, string>>
  counters: Counters
}): Promise<RunningServer> {
  const { port, region, secrets, counters } = options
  const versionId = randomUUID()
  return listen(port, async (request, response) => {
    const target = String(request.headers['x-amz-target'] ?? '')
    const body = (await readBody(request, MAX_REQUEST_BYTES)).toString()
    if (target !== 'secretsmanager.GetSecretValue')
      return refuse('InvalidRequestException', 'The local mode knows GetSecretValue only.')
    counters.add('secrets read')
    const { SecretId } = v.parse(v.object({ SecretId: v.string() }), JSON.parse(body))
    const name = Object.keys(secrets).find((known) => isNamed(SecretId, known, region))
    if (name === undefined)
      return refuse('ResourceNotFoundException', "Secrets Manager can't find the specified secret.")
    sendJson(
      response,
      200,
      {
        ARN: secretArn(name, region),
        Name: name,
        VersionId: versionId,
        SecretString: secrets[name],
        VersionStages: ['AWSCURRENT'],
        CreatedDate: 0,
      },
      { 'content-type': 'application/x-amz-json-1.1' },
    )

    function refuse(type: string, message: string): void {
      sendJson(response, 400, { __type: type, message }, { 'content-type': 'application/x-amz-json-1.1' })
    }
  })
}

function isNamed(id: string, name: string, region: string): boolean {
  const arn = secretArn(name, region)
  return id === name || id === arn || id === arn.slice(0, arn.lastIndexOf('-'))
}

function readOrMake(folder: string, file: string, make: () => string): string {
  const path = join(folder, file)
  if (existsSync(path)) return readFileSync(path, 'utf8')
  mkdirSync(folder, { recursive: true })
  const made = make()
  writeFileSync(path, made, { mode: 0o600 })
  return made
}

function newPrivateKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

function publicKeyOf(privateKey: string): string {
  return createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString()
}
