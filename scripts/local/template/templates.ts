import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import {
  attributeOf,
  type IdentifiedResource,
  LOCAL_ACCOUNT,
  type LocalValues,
  physicalId,
  type References,
  resolve,
  secretArn,
  type TemplateValue,
} from './values.ts'

export type Resource = IdentifiedResource & {
  id: string
  attribute: (name: string) => string
  /** @throws Error that names the resource and the fault */
  read: <S extends v.GenericSchema>(schema: S) => v.InferOutput<S>
}

type RawResource = { Type: string; Properties?: Record<string, TemplateValue> }
type RawTemplate = {
  Parameters?: Record<string, { Type: string; Default?: string }>
  Resources: Record<string, RawResource>
}

const Manifest = v.object({
  artifacts: v.record(
    v.string(),
    v.object({ type: v.string(), properties: v.optional(v.record(v.string(), v.unknown())) }),
  ),
})
const AssetManifest = v.object({
  files: v.record(v.string(), v.object({ source: v.object({ path: v.string() }) })),
})

/** References are resolved to values of the local mode. */
export class Templates {
  readonly #resources: Resource[]
  readonly #assets: ReadonlyMap<string, string>

  /** @param cdkOut the folder that the CDK app synthesised into */
  constructor(cdkOut: string, values: LocalValues) {
    const stacks = stacksOf(cdkOut)
    const parameters = new Map<string, () => TemplateValue>()
    this.#resources = stacks.flatMap(({ name, template }) =>
      createResources(name, template, values, parameters),
    )
    for (const resource of this.#resources)
      if (resource.type === 'AWS::SSM::Parameter')
        parameters.set(resource.id, () => resource.read(v.object({ Value: v.string() })).Value)
    this.#assets = assetsOf(cdkOut)
  }

  all(type: string): Resource[] {
    return this.#resources.filter((resource) => resource.type === type)
  }

  only(type: string): Resource {
    const [resource, ...others] = this.all(type)
    if (!resource || others.length > 0)
      throw new Error(`The templates hold ${others.length + 1} of ${type}, not one`)
    return resource
  }

  byId(type: string, id: string): Resource {
    const resource = this.all(type).find((candidate) => candidate.id === id)
    if (!resource) throw new Error(`The templates hold no ${type} '${id}'`)
    return resource
  }

  pathOfAsset(objectKey: string): string {
    const path = this.#assets.get(objectKey.replace(/\.\w+$/, ''))
    if (!path) throw new Error(`The cloud assembly holds no asset ${objectKey}`)
    return path
  }
}

function readManifest(cdkOut: string, type: string) {
  const { artifacts } = v.parse(Manifest, readJson(join(cdkOut, 'manifest.json')))
  return Object.entries(artifacts).filter(([, artifact]) => artifact.type === type)
}

function stacksOf(cdkOut: string): { name: string; template: RawTemplate }[] {
  return readManifest(cdkOut, 'aws:cloudformation:stack').map(([name, { properties }]) => ({
    name,
    template: readJson(join(cdkOut, String(properties?.templateFile))) as RawTemplate,
  }))
}

function assetsOf(cdkOut: string): ReadonlyMap<string, string> {
  return new Map(
    readManifest(cdkOut, 'cdk:asset-manifest').flatMap(([, { properties }]) => {
      const { files } = v.parse(AssetManifest, readJson(join(cdkOut, String(properties?.file))))
      return Object.entries(files).map(([hash, { source }]) => [hash, join(cdkOut, source.path)] as const)
    }),
  )
}

function createResources(
  stack: string,
  { Parameters = {}, Resources }: RawTemplate,
  values: LocalValues,
  parameters: ReadonlyMap<string, () => TemplateValue>,
): Resource[] {
  const refs: References = {
    ref: (name) => pseudoParameters[name] ?? parameter(name) ?? find(name).id,
    getAtt: (logicalId, attribute) => find(logicalId).attribute(attribute),
  }

  const pseudoParameters: Record<string, string> = {
    'AWS::Region': values.region,
    'AWS::AccountId': LOCAL_ACCOUNT,
    'AWS::Partition': 'aws',
  }

  function parameter(name: string): TemplateValue | undefined {
    const declared = Parameters[name]
    if (!declared?.Type.startsWith('AWS::SSM::Parameter')) return declared?.Default
    const value = parameters.get(declared.Default ?? '')
    if (!value) throw new Error(`No stack makes the SSM parameter '${declared.Default}'`)
    return value()
  }

  function find(logicalId: string): Resource {
    const resource = resources.find((each) => each.logicalId === logicalId)
    if (!resource) throw new Error(`${stack} holds no resource '${logicalId}'`)
    return resource
  }

  function create(logicalId: string, { Type, Properties = {} }: RawResource): Resource {
    const identified: IdentifiedResource = {
      logicalId,
      type: Type,
      property: (name) => (Properties[name] === undefined ? undefined : resolve(Properties[name], refs)),
    }
    return {
      ...identified,
      get id() {
        return physicalId(identified, values)
      },
      attribute: (name) => attributeOf(identified, name, values),
      read(schema) {
        // Resolves only what the schema names, since much of a template has no meaning on one machine.
        const wanted = 'entries' in schema ? Object.keys(schema.entries as object) : Object.keys(Properties)
        const picked = Object.entries(Properties).filter(([key]) => wanted.includes(key))
        const json = JSON.stringify(resolve(Object.fromEntries(picked), refs))
        const parsed = v.safeParse(
          schema,
          JSON.parse(json, (_, item: TemplateValue) => withSecrets(item, values)),
        )
        if (!parsed.success)
          throw new Error(`${stack}/${logicalId}: ${JSON.stringify(v.flatten(parsed.issues))}`)
        return parsed.output
      },
    }
  }

  const resources = Object.entries(Resources).map(([logicalId, raw]) => create(logicalId, raw))
  return resources
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** Replaces `{{resolve:secretsmanager:<name or ARN>:SecretString:::}}`. @throws Error on any other reference */
function withSecrets(value: TemplateValue, { secrets, region }: LocalValues): TemplateValue {
  if (typeof value !== 'string') return value
  return value.replace(/\{\{resolve:([^}]*)\}\}/g, (reference, key: string) => {
    const [, id] = /^secretsmanager:(.+):SecretString:::$/.exec(key) ?? []
    const name = Object.keys(secrets).find((known) => id === known || id === secretArn(known, region))
    if (name === undefined) throw new Error(`The local mode does not know ${reference}`)
    return secrets[name] ?? ''
  })
}
