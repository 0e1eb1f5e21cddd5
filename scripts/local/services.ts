import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import * as v from 'valibot'
import type { Counters } from './counters.ts'
import { listen, type RunningServer, readBody, sendJson } from './http-server.ts'
import { secretArn } from './template/identities.ts'
import type { Templates } from './template/templates.ts'

export type ServicesOptions = {
  port: number
  region: string
  /** What Secrets Manager holds, by name. */
  secrets: Readonly<Record<string, string>>
  templates: Pick<Templates, 'all'>
  /** Drops what the edge keeps of paths that match; `*` stands for any text at a pattern's end. */
  invalidate: (patterns: readonly string[]) => void
  counters: Counters
}

type Call = { request: IncomingMessage; response: ServerResponse; body: string }

const MAX_REQUEST_BYTES = 64 * 1024
const JSON_TYPE = { 'content-type': 'application/x-amz-json-1.1' }

/**
 * The small AWS services that functions call, each with the one call that they make: Secrets Manager's GetSecretValue,
 * Systems Manager's GetParameter, CloudFront's CreateInvalidation.
 */
export function startServices(options: ServicesOptions): Promise<RunningServer> {
  return listen(options.port, async (request, response) => {
    const call = { request, response, body: (await readBody(request, MAX_REQUEST_BYTES)).toString() }
    const target = String(request.headers['x-amz-target'] ?? '')
    if (target === 'secretsmanager.GetSecretValue') return getSecret(call, options)
    if (target === 'AmazonSSM.GetParameter') return getParameter(call, options)
    if (target !== '')
      return refuse(response, 'InvalidRequestException', `The local mode knows no ${target}.`)
    return createInvalidation(call, options)
  })
}

function getSecret({ response, body }: Call, { region, secrets, counters }: ServicesOptions): void {
  counters.add('secrets read')
  const { SecretId } = v.parse(v.object({ SecretId: v.string() }), JSON.parse(body))
  const name = Object.keys(secrets).find((known) => isNamed(SecretId, known, region))
  if (name === undefined)
    return refuse(response, 'ResourceNotFoundException', "Secrets Manager can't find the specified secret.")
  const secret = {
    ARN: secretArn(name, region),
    Name: name,
    VersionId: 'local',
    SecretString: secrets[name],
    VersionStages: ['AWSCURRENT'],
    CreatedDate: 0,
  }
  sendJson(response, 200, secret, JSON_TYPE)
}

function isNamed(id: string, name: string, region: string): boolean {
  const arn = secretArn(name, region)
  return id === name || id === arn || id === arn.slice(0, arn.lastIndexOf('-'))
}

function getParameter({ response, body }: Call, { templates, counters }: ServicesOptions): void {
  counters.add('parameters read')
  const { Name } = v.parse(v.object({ Name: v.string() }), JSON.parse(body))
  const parameter = templates.all('AWS::SSM::Parameter').find(({ id }) => id === Name)
  if (!parameter) return refuse(response, 'ParameterNotFound', `There is no parameter ${Name}.`)
  const { Value } = parameter.read(v.object({ Value: v.string() }))
  sendJson(response, 200, { Parameter: { Name, Type: 'String', Value, Version: 1 } }, JSON_TYPE)
}

function createInvalidation(
  { request, response, body }: Call,
  { templates, invalidate, counters }: ServicesOptions,
): void {
  const id = /^\/2020-05-31\/distribution\/([^/]+)\/invalidation$/.exec(request.url ?? '')?.[1]
  if (request.method !== 'POST' || id === undefined)
    return sendXml(response, 400, errorXml('InvalidRequest', 'The local mode knows CreateInvalidation only.'))
  if (!templates.all('AWS::CloudFront::Distribution').some((distribution) => distribution.id === id))
    return sendXml(
      response,
      404,
      errorXml('NoSuchDistribution', 'The specified distribution does not exist.'),
    )
  counters.add('edge invalidations')
  const paths = [...body.matchAll(/<Path>([^<]+)<\/Path>/g)].map(([, path = '']) =>
    path.replace(/&amp;/g, '&'),
  )
  invalidate(paths)
  const invalidation = `<Id>${randomUUID()}</Id><Status>Completed</Status><CreateTime>${new Date().toISOString()}</CreateTime>`
  sendXml(response, 201, `<Invalidation>${invalidation}${batchOf(body)}</Invalidation>`)
}

/** CloudFront's answer repeats what it was asked for. */
function batchOf(body: string): string {
  return /<InvalidationBatch[\s\S]*<\/InvalidationBatch>/.exec(body)?.[0] ?? ''
}

function errorXml(code: string, message: string): string {
  return `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`
}

function sendXml(response: ServerResponse, status: number, xml: string): void {
  response.writeHead(status, { 'content-type': 'text/xml', 'content-length': Buffer.byteLength(xml) })
  response.end(xml)
}

function refuse(response: ServerResponse, type: string, message: string): void {
  sendJson(response, 400, { __type: type, message }, JSON_TYPE)
}
