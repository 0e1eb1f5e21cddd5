import { createHash } from 'node:crypto'

export type TemplateValue =
  | string
  | number
  | boolean
  | null
  | TemplateValue[]
  | { [key: string]: TemplateValue }

export type References = {
  /** A parameter, a pseudo parameter or a resource; undefined for AWS::NoValue. */
  ref: (name: string) => TemplateValue | undefined
  getAtt: (logicalId: string, attribute: string) => TemplateValue
}

type Functions = Record<string, (argument: TemplateValue, refs: References) => TemplateValue | undefined>

const functions: Functions = {
  Ref: (name, refs) => refs.ref(text(name)),
  'Fn::GetAtt': (argument, refs) => {
    const [logicalId = '', ...attribute] = Array.isArray(argument)
      ? argument.map(text)
      : text(argument).split('.')
    return refs.getAtt(logicalId, attribute.join('.'))
  },
  'Fn::Join': (argument, refs) => {
    const [separator, parts] = pair(argument)
    return list(resolve(parts, refs)).map(text).join(text(separator))
  },
  'Fn::Select': (argument, refs) => {
    const [index, values] = pair(argument)
    return list(resolve(values, refs))[Number(resolve(index, refs))] ?? fail('Fn::Select: no such item')
  },
  'Fn::Split': (argument, refs) => {
    const [separator, value] = pair(argument)
    return text(resolve(value, refs)).split(text(separator))
  },
  'Fn::Sub': (argument, refs) =>
    text(argument).replace(/\$\{([^}]+)\}/g, (_, name: string) => text(refs.ref(name))),
}

/** AWS::NoValue removes its property. @throws Error on an unknown function */
export function resolve(value: TemplateValue, refs: References): TemplateValue {
  if (Array.isArray(value)) return value.map((item) => resolve(item, refs))
  if (!isObject(value)) return value
  const [name = '', argument] = Object.entries(value)[0] ?? []
  if (
    Object.keys(value).length === 1 &&
    argument !== undefined &&
    (name === 'Ref' || name.startsWith('Fn::'))
  ) {
    const carryOut = functions[name] ?? fail(`${name} is not known to the local mode`)
    return carryOut(argument, refs) ?? fail('AWS::NoValue stands where a value is needed')
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => (isNoValue(item) ? [] : [[key, resolve(item, refs)]])),
  )
}

function isNoValue(value: TemplateValue): boolean {
  return isObject(value) && value.Ref === 'AWS::NoValue'
}

function isObject(value: TemplateValue): value is { [key: string]: TemplateValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function text(value: TemplateValue | undefined): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return fail(`A text was expected, not ${JSON.stringify(value)}`)
}

function list(value: TemplateValue): TemplateValue[] {
  return Array.isArray(value) ? value : fail(`A list was expected, not ${JSON.stringify(value)}`)
}

function pair(value: TemplateValue): [TemplateValue, TemplateValue] {
  const [first, second] = list(value)
  return first === undefined || second === undefined ? fail('Two arguments were expected') : [first, second]
}

function fail(message: string): never {
  throw new Error(message)
}

export type SecretTexts = Readonly<Record<string, string>>

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
  secrets: SecretTexts
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
