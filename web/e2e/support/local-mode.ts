import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  UpdateItemCommand,
  type UpdateItemCommandInput,
} from '@aws-sdk/client-dynamodb'
import { getSignedUrl } from '@aws-sdk/cloudfront-signer'
import { LINK_PARAMETER } from '#shared/contract/files.ts'

type Status = {
  dataDir: string
  region: string
  tableName: string
  endpoints: { AWS_ENDPOINT_URL_DYNAMODB: string }
}

/** Characters of a full line of a PEM file. */
const PEM_LINE = 64

/** Products that were requested before: a client of the table takes a moment to make. */
const products = new Map<string, Promise<LocalMode>>()

/** The running product as its operator sees it: the local mode's own answers, and its keys. */
export class LocalMode {
  readonly #dataDir: string
  readonly #table: { client: DynamoDBClient; name: string }

  private constructor({ dataDir, region, tableName, endpoints }: Status) {
    this.#dataDir = dataDir
    const client = new DynamoDBClient({
      region,
      endpoint: endpoints.AWS_ENDPOINT_URL_DYNAMODB,
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    })
    this.#table = { client, name: tableName }
  }

  static at(origin: string): Promise<LocalMode> {
    const known = products.get(origin) ?? readStatus(origin).then((status) => new LocalMode(status))
    products.set(origin, known)
    return known
  }

  /** Sets a session's last activity back by some seconds. */
  async letTimePass(userId: string, seconds: number): Promise<void> {
    const lastActive = new Date(Date.now() - seconds * 1000).toISOString()
    await this.#updateProfile(userId, {
      UpdateExpression: 'SET lease.lastActive = :then',
      ConditionExpression: 'attribute_exists(lease)',
      ExpressionAttributeValues: { ':then': { S: lastActive } },
    })
  }

  /** Removes an account's changes of browser; a deleted account stays deleted. */
  async forgetDeviceChanges(userId: string): Promise<void> {
    try {
      await this.#updateProfile(userId, {
        UpdateExpression: 'REMOVE deviceChanges',
        ConditionExpression: 'attribute_exists(pk)',
      })
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error
    }
  }

  async #updateProfile(
    userId: string,
    update: Omit<UpdateItemCommandInput, 'TableName' | 'Key'>,
  ): Promise<void> {
    const { client, name } = this.#table
    const Key = { pk: { S: `USER#${userId}` }, sk: { S: 'PROFILE' } }
    await client.send(new UpdateItemCommand({ TableName: name, Key, ...update }))
  }

  /** Lines of every private key that the product was started with. */
  async privateKeys(): Promise<string[]> {
    const folder = join(this.#dataDir, 'keys')
    const files = await readdir(folder)
    const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
    return texts.flatMap((text) => text.split('\n').filter((line) => line.length === PEM_LINE))
  }

  /**
   * Signs a document's address as the server would, with an expiry of the test's choice.
   * @param signed an address that the server signed, whose key pair id and kind of signature are used
   */
  async signAgain(signed: string, expires: Date): Promise<string> {
    const { origin, pathname, searchParams } = new URL(signed)
    const url = `${origin}${pathname}?${LINK_PARAMETER}=${searchParams.get(LINK_PARAMETER)}`
    const Condition = { DateLessThan: { 'AWS:EpochTime': Math.floor(expires.getTime() / 1000) } }
    const policy = JSON.stringify({ Statement: [{ Resource: url, Condition }] })
    const signer = {
      keyPairId: searchParams.get('Key-Pair-Id') ?? '',
      privateKey: await readFile(join(this.#dataDir, 'keys', 'signing-key-a.pem'), 'utf8'),
      algorithm: 'SHA256',
    } as const
    return searchParams.has('Policy')
      ? getSignedUrl({ url, ...signer, policy })
      : getSignedUrl({ url, ...signer, dateLessThan: expires })
  }
}

async function readStatus(origin: string): Promise<Status> {
  const response = await fetch(`${origin}/__local/status`)
  return (await response.json()) as Status
}
