import { createHash } from 'node:crypto'

export type TemplateValue =
  | string
  | number
  | boolean
  | null
  | TemplateValue[]
  | { [key: string]: TemplateValue }

export type References = {
  /** A parameter, a pseudo parameter or a resource. */
  ref: (name: string) => TemplateValue
  getAtt: (logicalId: string, attribute: string) => TemplateValue
}

type TemplateFunction = (argument: TemplateValue, refs: References) => TemplateValue | undefined

const functions: Record<string, TemplateFunction> = {
  Ref: (name, { ref }) => ref(name as string),
  'Fn::GetAtt': (argument, { getAtt }) => getAtt(...(argument as [string, string])),
  'Fn::Join': (argument) => {
    const [separator, parts] = argument as [string, string[]]
    return parts.join(separator)
  },
  'Fn::Select': (argument) => {
    const [index, values] = argument as [number, TemplateValue[]]
    return values[index]
  },
  'Fn::Split': (argument) => {
    const [separator, text] = argument as [string, string]
    return text.split(separator)
  },
  'Fn::Sub': (text, { ref }) =>
    (text as string).replace(/\$\{([^}]+)\}/g, (_, name: string) => ref(name) as string),
}

/** @throws Error on an unknown function */
export function resolve(value: TemplateValue, refs: References): TemplateValue {
  if (Array.isArray(value)) return value.map((item) => resolve(item, refs))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, item]) => [key, resolve(item, refs)] as const)
  const [[name, argument] = ['', null]] = entries
  if (entries.length > 1 || !/^(?:Ref$|Fn::)/.test(name)) return Object.fromEntries(entries)
  const result = functions[name]?.(argument, refs)
  if (result === undefined) throw new Error(`The local mode cannot carry out ${name}`)
  return result
}

export const LOCAL_ACCOUNT = '000000000000'

/** The parts of a resource from which its identity follows; `property` is resolved. */
export type IdentifiedResource = {
  logicalId: string
  type: string
  property: (name: string) => TemplateValue | undefined
}

export type LocalValues = {
  region: string
  /** Public keys (PEM) by the name of the secret with the private half. */
  signingPublicKeys: Readonly<Record<string, string>>
  secrets: Readonly<Record<string, string>>
}

/** Returns the physical id of a resource, the same one at every start. */
export function physicalId(
  { logicalId, type, property }: IdentifiedResource,
  { region }: LocalValues,
): string {
  const named = (name: string) => asText(property(name)) ?? logicalId
  const ids: Record<string, () => string> = {
    'AWS::Cognito::UserPool': () => `${region}_LocalPool`,
    'AWS::Cognito::UserPoolClient': () => short(logicalId, 26),
    'AWS::DynamoDB::Table': () => named('TableName'),
    'AWS::Lambda::Function': () => named('FunctionName'),
    'AWS::SecretsManager::Secret': () => secretArn(named('Name'), region),
    'AWS::SSM::Parameter': () => named('Name'),
    'AWS::SQS::Queue': () => `https://sqs.${region}.amazonaws.com/${LOCAL_ACCOUNT}/${named('QueueName')}`,
    'AWS::CloudFront::PublicKey': () => `K${short(logicalId, 13).toUpperCase()}`,
    'AWS::CloudFront::Distribution': () => `E${short(logicalId, 13).toUpperCase()}`,
  }
  return ids[type]?.() ?? logicalId
}

export function attributeOf(resource: IdentifiedResource, attribute: string, values: LocalValues): string {
  const { logicalId, type } = resource
  const id = physicalId(resource, values)
  const { region } = values
  const attributes: Record<string, () => string> = {
    'AWS::Lambda::Function.Arn': () => `arn:aws:lambda:${region}:${LOCAL_ACCOUNT}:function:${id}`,
    'AWS::Lambda::Url.FunctionUrl': () => `https://${short(logicalId, 32)}.lambda-url.${region}.on.aws/`,
    'AWS::S3::Bucket.RegionalDomainName': () => `${id}.s3.${region}.amazonaws.com`,
    'AWS::SQS::Queue.Arn': () => `arn:aws:sqs:${region}:${LOCAL_ACCOUNT}:${id.split('/').at(-1)}`,
    'AWS::CloudFront::Distribution.DomainName': () => `${short(logicalId, 14)}.cloudfront.net`,
    'Custom::SigningKeyPair.PublicKey': () => signingPublicKey(resource, values),
  }
  return attributes[`${type}.${attribute}`]?.() ?? `${logicalId}.${attribute}`
}

function signingPublicKey(
  { logicalId, property }: IdentifiedResource,
  { signingPublicKeys, region }: LocalValues,
): string {
  const secret = asText(property('SecretId'))
  const found = Object.entries(signingPublicKeys).find(([name]) => secretArn(name, region) === secret)
  if (!found) throw new Error(`${logicalId}: local mode has no signing key for ${secret}`)
  return found[1]
}

/** Makes the ARN of a secret, with the service's six characters. */
export function secretArn(name: string, region: string): string {
  return `arn:aws:secretsmanager:${region}:${LOCAL_ACCOUNT}:secret:${name}-${short(name, 6)}`
}

function short(name: string, length: number): string {
  const digest = createHash('sha256').update(name).digest('hex')
  return BigInt(`0x${digest}`).toString(36).slice(0, length)
}

function asText(value: TemplateValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}
