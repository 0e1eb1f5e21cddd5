/** A value of a template: plain JSON with CloudFormation's functions in it. */
export type TemplateValue =
  | string
  | number
  | boolean
  | null
  | TemplateValue[]
  | { [key: string]: TemplateValue }

/** Resolves the references of one stack. */
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

/**
 * Carries out the functions of a template's value. AWS::NoValue removes its property.
 * @throws Error on an unknown function
 */
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
