import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { getSignedUrl } from '@aws-sdk/cloudfront-signer'
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import type { TableCall } from './functions.ts'

// This handler is the baseline of a warm call: it repeats a function's recorded calls to the table, without token,
// validation or log, and signs an address where the function does.

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}))
// JSON has no sets, which the counts of a day hold.
const calls = JSON.parse(process.env.BARE_CALLS ?? '[]', (_, value: { set?: unknown[] } | null) =>
  Array.isArray(value?.set) ? new Set(value.set) : value,
) as TableCall[]
const { BARE_SIGNS: url, SIGNING_KEY_PAIR_ID: keyPairId = '', BARE_KEY: privateKey = '' } = process.env

export async function handler(): Promise<APIGatewayProxyStructuredResultV2> {
  const answers: unknown[] = []
  for (const call of calls) answers.push(await send(call))
  if (url) {
    const dateLessThan = new Date(Date.now() + 120_000)
    answers.push(getSignedUrl({ url, keyPairId, privateKey, dateLessThan, algorithm: 'SHA256' }))
  }
  return {
    statusCode: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(answers),
  }
}

async function send({ operation, input }: TableCall): Promise<unknown> {
  switch (operation) {
    case 'GetItem':
      return (await client.send(new GetCommand(input))).Item
    case 'Query':
      return (await client.send(new QueryCommand(input))).Items
    case 'BatchGetItem':
      return (await client.send(new BatchGetCommand(input))).Responses
    case 'UpdateItem':
      return (await client.send(new UpdateCommand(input))).Attributes
  }
}
