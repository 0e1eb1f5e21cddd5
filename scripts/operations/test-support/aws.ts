import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type AwsAnswer = { status: number; body: string }

export type AwsCall = {
  service: string
  operation: string
  parameters: Record<string, string>
  signer: string
}

export type Aws = Awaited<ReturnType<typeof startAws>>

export async function startAws(answerTo: (call: AwsCall) => AwsAnswer | undefined) {
  const calls: AwsCall[] = []
  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const call = await callOf(incoming)
    calls.push(call)
    const { status, body } = answerTo(call) ?? refused('NotExpected', call.operation)
    outgoing.writeHead(status).end(body)
  }
  const server = createServer((incoming, outgoing) => {
    void answer(incoming, outgoing)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    calls,
    /** Variables that direct the SDK and its credentials to this server. */
    environment: {
      AWS_ENDPOINT_URL: url,
      AWS_ACCESS_KEY_ID: 'operator',
      AWS_SECRET_ACCESS_KEY: 'x',
      AWS_MAX_ATTEMPTS: '1',
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function callOf(incoming: IncomingMessage): Promise<AwsCall> {
  const { pathname, searchParams } = new URL(incoming.url ?? '', 'http://aws')
  const [, ...path] = pathname.split('/')
  const sent = await text(incoming)
  const target = incoming.headers['x-amz-target']
  const isForm = String(incoming.headers['content-type']).includes('form')
  const parameters = isForm
    ? Object.fromEntries(new URLSearchParams(sent))
    : sent.startsWith('{')
      ? (JSON.parse(sent) as Record<string, string>)
      : { ...Object.fromEntries(searchParams), body: sent }
  const [, signer = '', service = ''] =
    /Credential=([^/]+)\/\d+\/[\w-]+\/(\w+)/.exec(incoming.headers.authorization ?? '') ?? []
  const operation = String(
    target ?? parameters['Action'] ?? `${incoming.method} ${path.slice(service === 's3' ? 0 : 1).join('/')}`,
  )
  return { service, operation: operation.split('.').at(-1) ?? '', parameters, signer }
}

export function refused(code: string, message = ''): AwsAnswer {
  return {
    status: code.startsWith('Access') ? 403 : 400,
    body: `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`,
  }
}

export function xml(operation: string, result: string): AwsAnswer {
  return {
    status: 200,
    body: `<${operation}Response><${operation}Result>${result}</${operation}Result></${operation}Response>`,
  }
}

/** Answers as CloudFormation to DescribeStacks. @param more further elements of the stack */
export function describedStack(status = 'CREATE_COMPLETE', more = ''): AwsAnswer {
  return xml(
    'DescribeStacks',
    `<Stacks><member><StackName>s</StackName><CreationTime>2026-01-01T00:00:00Z</CreationTime><StackStatus>${status}</StackStatus>${more}</member></Stacks>`,
  )
}

/** One of a stack's outputs, for {@link describedStack}. */
export const stackOutput = (key: string, value: string | number) =>
  `<Outputs><member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member></Outputs>`

export function json(value: object, status = 200): AwsAnswer {
  return { status, body: JSON.stringify(value) }
}
