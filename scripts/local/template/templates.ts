import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { withSecrets } from './dynamic-references.ts'
import {
  attributeOf,
  type IdentifiedResource,
  LOCAL_ACCOUNT,
  type LocalValues,
  physicalId,
} from './identities.ts'
import { type References, resolve, type TemplateValue } from './intrinsics.ts'

/** A resource with its properties resolved when they are asked for, and read by a schema. */
export type Resource = {
  logicalId: string
  type: string
  /** What `Ref` answers for it. */
  id: string
  dependsOn: readonly string[]
  /** The value of one attribute, as `Fn::GetAtt` gives it. */
  attribute: (name: string) => string
  /** The properties that a schema names, resolved. @throws Error that names the resource and the fault */
  read: <S extends v.GenericSchema>(schema: S) => v.InferOutput<S>
}

/** A file or folder that a deployment would upload, by the key it would get. */
export type Assets = { pathOf: (objectKey: string) => string }

type RawResource = { Type: string; Properties?: Record<string, TemplateValue>; DependsOn?: string | string[] }
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

/**
 * The synthesised templates of all stacks, with references resolved to what local mode has: fixed ids for resources, SSM
 * parameters across stacks, the signing key of the data folder, the secrets that the templates refer to.
 */
export class Templates {
  readonly assets: Assets
  readonly #resources: Resource[]

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
    this.assets = assetsOf(cdkOut)
  }

  /** All resources of a type, in the order of the templates. */
  all(type: string): Resource[] {
    return this.#resources.filter((resource) => resource.type === type)
  }

  /** The only resource of a type. @throws Error when there is none, or more than one */
  only(type: string): Resource {
    const [resource, ...others] = this.all(type)
    if (!resource || others.length > 0)
      throw new Error(`The templates hold ${others.length + 1} of ${type}, not one`)
    return resource
  }

  /** The resource of a type by what `Ref` answers for it. @throws Error when there is none */
  byId(type: string, id: string): Resource {
    const resource = this.all(type).find((candidate) => candidate.id === id)
    if (!resource) throw new Error(`The templates hold no ${type} '${id}'`)
    return resource
  }
}

function stacksOf(cdkOut: string): { name: string; template: RawTemplate }[] {
  const { artifacts } = v.parse(Manifest, readJson(join(cdkOut, 'manifest.json')))
  return Object.entries(artifacts)
    .filter(([, { type }]) => type === 'aws:cloudformation:stack')
    .map(([name, { properties }]) => ({
      name,
      template: readJson(join(cdkOut, String(properties?.templateFile))) as RawTemplate,
    }))
}

function assetsOf(cdkOut: string): Assets {
  const { artifacts } = v.parse(Manifest, readJson(join(cdkOut, 'manifest.json')))
  const paths = new Map<string, string>()
  for (const { type, properties } of Object.values(artifacts)) {
    if (type !== 'cdk:asset-manifest') continue
    const { files } = v.parse(AssetManifest, readJson(join(cdkOut, String(properties?.file))))
    for (const [hash, { source }] of Object.entries(files)) paths.set(hash, join(cdkOut, source.path))
  }
  return {
    pathOf(objectKey) {
      const path = paths.get(objectKey.replace(/\.\w+$/, ''))
      if (!path) throw new Error(`The cloud assembly holds no asset ${objectKey}`)
      return path
    },
  }
}

function createResources(
  stack: string,
  template: RawTemplate,
  values: LocalValues,
  parameters: ReadonlyMap<string, () => TemplateValue>,
): Resource[] {
  const refs: References = {
    ref: (name) => pseudoParameter(name, stack, values) ?? parameter(name) ?? physicalId(find(name), values),
    getAtt: (logicalId, attribute) => attributeOf(find(logicalId), attribute, values),
  }

  function parameter(name: string): TemplateValue | undefined {
    const declared = template.Parameters?.[name]
    if (!declared?.Type.startsWith('AWS::SSM::Parameter')) return declared?.Default
    const value = parameters.get(declared.Default ?? '')
    if (!value) throw new Error(`No stack makes the SSM parameter '${declared.Default}'`)
    return value()
  }

  function find(logicalId: string): IdentifiedResource {
    const raw = template.Resources[logicalId]
    if (!raw) throw new Error(`${stack} holds no resource '${logicalId}'`)
    return identified(logicalId, raw, refs)
  }

  return Object.entries(template.Resources).map(([logicalId, raw]) => {
    const resource = identified(logicalId, raw, refs)
    return {
      logicalId,
      type: raw.Type,
      get id() {
        return physicalId(resource, values)
      },
      dependsOn: [raw.DependsOn ?? []].flat(),
      attribute: (name) => attributeOf(resource, name, values),
      read: (schema) => readProperties(`${stack}/${logicalId}`, raw, refs, values, schema),
    }
  })
}

function identified(logicalId: string, raw: RawResource, refs: References): IdentifiedResource {
  const property = (name: string) => {
    const value = raw.Properties?.[name]
    return value === undefined ? undefined : resolve(value, refs)
  }
  return { logicalId, type: raw.Type, property }
}

/** Resolves only what the schema names: much of a template means nothing on one machine. */
function readProperties<S extends v.GenericSchema>(
  name: string,
  { Properties = {} }: RawResource,
  refs: References,
  { secrets, region }: LocalValues,
  schema: S,
): v.InferOutput<S> {
  const wanted = 'entries' in schema ? Object.keys(schema.entries as object) : Object.keys(Properties)
  const picked = wanted.flatMap((key) => (key in Properties ? [[key, Properties[key]]] : []))
  const resolved = resolve(Object.fromEntries(picked) as TemplateValue, refs)
  const parsed = v.safeParse(schema, withSecrets(resolved, secrets, region))
  if (!parsed.success) throw new Error(`${name}: ${JSON.stringify(v.flatten(parsed.issues))}`)
  return parsed.output
}

function pseudoParameter(name: string, stack: string, { region }: LocalValues): TemplateValue | undefined {
  const values: Record<string, string> = {
    'AWS::Region': region,
    'AWS::AccountId': LOCAL_ACCOUNT,
    'AWS::Partition': 'aws',
    'AWS::URLSuffix': 'amazonaws.com',
    'AWS::StackName': stack,
    'AWS::StackId': `arn:aws:cloudformation:${region}:${LOCAL_ACCOUNT}:stack/${stack}/local`,
  }
  return values[name]
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}
