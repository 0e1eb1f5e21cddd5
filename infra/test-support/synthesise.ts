import type { Template as CdkTemplate } from 'aws-cdk-lib/assertions'
import type { Stage, StageName } from '../stages.ts'
import type * as templates from './templates.ts'

type Properties = Record<string, unknown>
export type Resource = { Type: string; Properties: Properties; DeletionPolicy?: string }
export type Template = Pick<CdkTemplate, 'toJSON'>
/** `edge`: null where a stage has nothing in us-east-1. */
export type Stacks = { data: Template; site: Template; edge: Template | null }

/** Every option that no stage uses by default, and versions of secrets and keys that no stage has yet. */
export const everything = {
  siteOrigin: 'https://www.exemple.test',
  hostedZone: { id: 'Z0123456789ABC', name: 'exemple.test' },
  firewall: true,
  checkCompromisedCredentials: true,
  alarmEmail: 'exploitation@exemple.test',
  mail: { from: 'ne-pas-repondre@exemple.test', domain: 'exemple.test', region: 'eu-west-1' },
  originSecretVersion: 5,
  signUpKeyVersion: 5,
  signingKeys: { active: 'B', versions: { A: 3, B: 7 } },
} satisfies Partial<Stage>

const made = new Map<string, Stacks>()

/** @param changes overrides of the stage's definition */
export function synthesise(name: StageName, changes: Partial<Stage> = {}): Stacks {
  const key = JSON.stringify([name, changes])
  const known = made.get(key)
  if (known) return known
  const { data, site, edge } = JSON.parse(
    loadCdk().createTemplates(name, changes),
  ) as templates.TemplateBodies
  const stacks = {
    data: { toJSON: () => data },
    site: { toJSON: () => site },
    edge: edge && { toJSON: () => edge },
  }
  made.set(key, stacks)
  return stacks
}

/** Synthesises prod with {@link everything}, which most tests share: a synthesis takes half a second. */
export const synthesiseWhole = () => synthesise('prod', everything)

/**
 * It keeps the CDK and the templates for the next test file of a process. An import of `node:module` would give Jest's.
 */
export const loadCdk = () =>
  process.getBuiltinModule('node:module').createRequire(import.meta.url)('./templates.ts') as typeof templates

export function createResources(template: Template, type: string): Record<string, Resource> {
  const { Resources = {} } = template.toJSON() as { Resources?: Record<string, Resource> }
  return Object.fromEntries(Object.entries(Resources).filter(([, { Type }]) => Type === type))
}

/** Returns the only resource of a type. Throws when there is none or more than one. */
export function oneOf(template: Template, type: string): Resource {
  const found = Object.values(createResources(template, type))
  if (found.length !== 1) throw new Error(`${found.length} resources of type ${type}`)
  return found[0] as Resource
}

export function referred(template: Template, reference: unknown): Resource {
  const id = (reference as { Ref: string }).Ref
  const resource = template.toJSON().Resources[id] as Resource | undefined
  if (!resource) throw new Error(`No resource ${id}`)
  return resource
}

/** By short name, `session` for `revision-dev-session`. */
export function functionsOf({ data, site }: Stacks): Record<string, Resource & { id: string }> {
  const own = [data, site].flatMap((template) =>
    Object.entries(createResources(template, 'AWS::Lambda::Function')),
  )
  return Object.fromEntries(
    own.flatMap(([id, resource]) => {
      const name = /^revision-[a-z]+-(.+)$/.exec(String(resource.Properties['FunctionName']))?.[1]
      return name ? [[name, { id, ...resource }]] : []
    }),
  )
}

const KNOWN_LATER = 'a-text-that-is-known-at-deployment-only'

/** With placeholders for deploy-time values. */
export function environmentOf(resource: Resource): Record<string, string> {
  const { Variables = {} } = (resource.Properties['Environment'] ?? {}) as { Variables?: Properties }
  return Object.fromEntries(
    Object.entries(Variables).map(([name, value]) => [
      name,
      typeof value === 'string' && !value.startsWith('{{resolve:') ? value : KNOWN_LATER,
    ]),
  )
}

export type Statement = {
  Effect: 'Allow' | 'Deny'
  Action: string | string[]
  Resource: unknown
  Condition?: Record<string, Record<string, string[]>>
}

export function statementsOf({ data, site }: Stacks, { Properties: { Role } }: Resource): Statement[] {
  const roleId = (Role as { 'Fn::GetAtt': [string, string] })['Fn::GetAtt'][0]
  return [data, site]
    .flatMap((template) => Object.values(createResources(template, 'AWS::IAM::Policy')))
    .filter(({ Properties: { Roles } }) => JSON.stringify(Roles).includes(`"${roleId}"`))
    .flatMap(({ Properties: { PolicyDocument } }) => (PolicyDocument as { Statement: Statement[] }).Statement)
}
