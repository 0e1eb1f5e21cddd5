import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import * as v from 'valibot'
import { answerBucketCall, type Bucket, bucketOperation } from './bucket.ts'
import type { Queues } from './event-sources.ts'
import {
  awsOperation,
  type FakeService,
  readBody,
  sendJson,
  sendXml,
  startFakeService,
} from './http-server.ts'
import { secretArn } from './template/values.ts'
import type { Outbox } from './users/pool.ts'

type ServicesOptions = {
  region: string
  secrets?: Map<string, string>
  parameter: (name: string) => string | undefined
  distributionId: string
  /** Invalidates paths; `*` stands for any text. */
  invalidate: (patterns: readonly string[]) => void
  bucketOf: (name: string) => Bucket
  /** @returns the id of the message; null where there is no such queue */
  send: Queues['send']
  outbox: Outbox
}

export type Services = FakeService & { secrets: Map<string, string> }

type Answer = { refused: string; message: string } | { refused?: undefined; [name: string]: unknown }
type Operation = (body: string, options: ServicesOptions & { secrets: Map<string, string> }) => Answer

const MAX_REQUEST_BYTES = 4 * 1024 * 1024
const INVALIDATION = 'CreateInvalidation'

const operations: Record<string, Operation> = {
  GetSecretValue(body, { secrets, region }) {
    const { SecretId } = v.parse(v.object({ SecretId: v.string() }), JSON.parse(body))
    const name = [...secrets.keys()].find((known) => [known, secretArn(known, region)].includes(SecretId))
    if (name === undefined)
      return {
        refused: 'ResourceNotFoundException',
        message: "Secrets Manager can't find the specified secret.",
      }
    return { ARN: secretArn(name, region), Name: name, SecretString: secrets.get(name) }
  },

  PutSecretValue(body, { secrets }) {
    const Put = v.object({ SecretId: v.string(), SecretString: v.string() })
    const { SecretId, SecretString } = v.parse(Put, JSON.parse(body))
    secrets.set(SecretId, SecretString)
    return { Name: SecretId, VersionId: 'local' }
  },

  GetParameter(body, { parameter }) {
    const { Name } = v.parse(v.object({ Name: v.string() }), JSON.parse(body))
    const Value = parameter(Name)
    return Value === undefined
      ? { refused: 'ParameterNotFound', message: `There is no parameter ${Name}.` }
      : { Parameter: { Name, Type: 'String', Value, Version: 1 } }
  },

  SendMessageBatch(body, { send }) {
    const { QueueUrl, Entries } = v.parse(SentBatch, JSON.parse(body))
    const Successful = Entries.flatMap(({ Id, MessageBody }) => {
      const MessageId = send(QueueUrl, MessageBody)
      const MD5OfMessageBody = createHash('md5').update(MessageBody).digest('hex')
      return MessageId === null ? [] : [{ Id, MessageId, MD5OfMessageBody }]
    })
    return Successful.length < Entries.length ? NO_QUEUE : { Successful, Failed: [] }
  },
}

/** SQS takes at most ten. */
const SentBatch = v.object({
  QueueUrl: v.string(),
  Entries: v.pipe(v.array(v.object({ Id: v.string(), MessageBody: v.string() })), v.maxLength(10)),
})
const NO_QUEUE = {
  refused: 'com.amazonaws.sqs#QueueDoesNotExist',
  message: 'The specified queue does not exist.',
}

export async function startServices(options: ServicesOptions): Promise<Services> {
  const { secrets = new Map<string, string>() } = options
  const service = await startFakeService({
    operationOf: (request) =>
      awsOperation(request) || bucketOperation(request) || mailOperation(request) || INVALIDATION,
    async handle(operation, request, response) {
      const bytes = await readBody(request, MAX_REQUEST_BYTES)
      const body = bytes.toString()
      if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 '))
        return sendRefusal(response, 'MissingAuthenticationTokenException', 'Missing Authentication Token')
      if (bucketOperation(request)) return answerBucketCall(options.bucketOf, request, response, bytes)
      if (mailOperation(request)) return takeMail(response, body, options.outbox)
      if (operation === INVALIDATION) return createInvalidation(response, request.url ?? '', body, options)
      const answer = operations[operation]?.(body, { ...options, secrets }) ?? {
        refused: 'InvalidRequestException',
        message: `The local mode knows no ${operation}.`,
      }
      if (answer.refused !== undefined) return sendRefusal(response, answer.refused, answer.message)
      sendJson(response, 200, answer, JSON_TYPE)
    },
  })
  return { ...service, secrets }
}

function createInvalidation(
  response: ServerResponse,
  url: string,
  body: string,
  { distributionId, invalidate }: ServicesOptions,
): void {
  const [, id] = /^\/2020-05-31\/distribution\/([^/]+)\/invalidation$/.exec(url) ?? []
  if (id !== distributionId)
    return sendXml(
      response,
      404,
      '<ErrorResponse><Error><Code>NoSuchDistribution</Code></Error></ErrorResponse>',
    )
  const paths = [...body.matchAll(/<Path>([^<]+)<\/Path>/g)].map(([, path = '']) => path)
  invalidate(paths.map((path) => path.replace(/&amp;/g, '&')))
  // The answer repeats what was asked for.
  const [batch = ''] = /<InvalidationBatch[\s\S]*<\/InvalidationBatch>/.exec(body) ?? []
  const facts = `<Id>${randomUUID()}</Id><Status>Completed</Status><CreateTime>${new Date().toISOString()}</CreateTime>`
  sendXml(response, 201, `<Invalidation>${facts}${batch}</Invalidation>`)
}

const JSON_TYPE = { 'content-type': 'application/x-amz-json-1.1' }

function sendRefusal(response: ServerResponse, type: string, message: string): void {
  sendJson(response, 400, { __type: type, message }, JSON_TYPE)
}

/** Undefined for other services than SES. */
function mailOperation({ method, url }: IncomingMessage): string | undefined {
  return method === 'POST' && url === '/v2/email/outbound-emails' ? 'SendEmail' : undefined
}

const Part = v.object({ Data: v.string() })
const SentMail = v.object({
  FromEmailAddress: v.string(),
  Destination: v.object({ ToAddresses: v.tuple([v.string()]) }),
  Content: v.object({ Simple: v.object({ Subject: Part, Body: v.object({ Text: Part, Html: Part }) }) }),
})

function takeMail(response: ServerResponse, body: string, outbox: Outbox): void {
  const { FromEmailAddress, Destination, Content } = v.parse(SentMail, JSON.parse(body))
  const { Subject, Body } = Content.Simple
  outbox.add({
    to: Destination.ToAddresses[0],
    kind: 'site',
    from: FromEmailAddress,
    subject: Subject.Data,
    text: Body.Text.Data,
    html: Body.Html.Data,
  })
  sendJson(response, 200, { MessageId: randomUUID() })
}
