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

export function physicalId(resource: IdentifiedResource, { region }: LocalValues): string {
  const { logicalId, type, property } = resource
  const named = (name: string) => asText(property(name)) ?? logicalId
  switch (type) {
    case 'AWS::Cognito::UserPool':
      return `${region}_LocalPool`
    case 'AWS::Cognito::UserPoolClient':
      return short(logicalId, 26)
    case 'AWS::DynamoDB::Table':
      return named('TableName')
    case 'AWS::Lambda::Function':
      return named('FunctionName')
    case 'AWS::SecretsManager::Secret':
      return secretArn(named('Name'), region)
    case 'AWS::SSM::Parameter':
      return named('Name')
    case 'AWS::SQS::Queue':
      return `https://sqs.${region}.amazonaws.com/${LOCAL_ACCOUNT}/${named('QueueName')}`
    case 'AWS::CloudFront::PublicKey':
      return `K${short(logicalId, 13).toUpperCase()}`
    case 'AWS::CloudFront::Distribution':
      return `E${short(logicalId, 13).toUpperCase()}`
    default:
      return logicalId
  }
}

export function attributeOf(resource: IdentifiedResource, attribute: string, values: LocalValues): string {
  const { logicalId, type } = resource
  const id = physicalId(resource, values)
  const { region } = values
  switch (`${type}.${attribute}`) {
    case 'AWS::Lambda::Function.Arn':
      return `arn:aws:lambda:${region}:${LOCAL_ACCOUNT}:function:${id}`
    case 'AWS::Lambda::Url.FunctionUrl':
      return `https://${short(logicalId, 32)}.lambda-url.${region}.on.aws/`
    case 'AWS::S3::Bucket.RegionalDomainName':
      return `${id}.s3.${region}.amazonaws.com`
    case 'AWS::SQS::Queue.Arn':
      return `arn:aws:sqs:${region}:${LOCAL_ACCOUNT}:${id.split('/').at(-1)}`
    case 'AWS::CloudFront::Distribution.DomainName':
      return `${short(logicalId, 14)}.cloudfront.net`
    case 'Custom::SigningKeyPair.PublicKey':
      return signingPublicKey(resource, values)
    default:
      return `${logicalId}.${attribute}`
  }
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

/** With the service's six characters. */
export function secretArn(name: string, region: string): string {
  return `arn:aws:secretsmanager:${region}:${LOCAL_ACCOUNT}:secret:${name}-${short(name, 6)}`
}

/** Hashes a name to letters and digits. */
function short(name: string, length: number): string {
  const digest = createHash('sha256').update(name).digest('hex')
  return BigInt(`0x${digest}`).toString(36).slice(0, length)
}

function asText(value: TemplateValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}
