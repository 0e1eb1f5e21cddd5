import { readFileSync } from 'node:fs'
import { App } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { createStacks } from '../stacks/all-stacks.ts'
import { loadStage, type Stage, type StageName } from '../stages.ts'

type Properties = Record<string, unknown>
export type Resource = { Type: string; Properties: Properties; DeletionPolicy?: string }
/** `edge`: null where a stage has nothing in us-east-1. */
export type Stacks = { data: Template; site: Template; edge: Template | null }

const settings: { context: Properties } = JSON.parse(
  readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8'),
)
const made = new Map<string, Stacks>()

/**
 * Creates an app without the CDK's validation, which takes two thirds of a synthesis and runs in `infra/app.test.ts`.
 */
export const appForTests = () =>
  new App({
    context: { ...settings.context, 'aws:cdk:bundling-stacks': [] },
    builtinCloudFormationValidation: false,
  })

/**
 * Synthesises the templates of a stage without building bundles or the site.
 * @param changes overrides of the stage's definition
 */
export function synthesise(
  name: StageName,
  environment: NodeJS.ProcessEnv = {},
  changes: Partial<Stage> = {},
): Stacks {
  const key = JSON.stringify([name, environment, changes])
  const known = made.get(key)
  if (known) return known
  const { data, site, edge } = createStacks(appForTests(), { ...loadStage(name, environment), ...changes })
  const stacks = {
    data: Template.fromStack(data),
    site: Template.fromStack(site),
    edge: edge && Template.fromStack(edge),
  }
  made.set(key, stacks)
  return stacks
}

/** The resources of a type by logical id. */
export function createResources(template: Template, type: string): Record<string, Resource> {
  return template.findResources(type) as Record<string, Resource>
}

/** The only resource of a type. Throws when there is none or more than one. */
export function oneOf(template: Template, type: string): Resource {
  const found = Object.values(createResources(template, type))
  if (found.length !== 1) throw new Error(`${found.length} resources of type ${type}`)
  return found[0] as Resource
}

/** The resource that a `Ref` names. */
export function referred(template: Template, reference: unknown): Resource {
  const id = (reference as { Ref: string }).Ref
  const resource = template.toJSON().Resources[id] as Resource | undefined
  if (!resource) throw new Error(`No resource ${id}`)
  return resource
}

/** Our own functions by short name, `session` for `revision-dev-session`. */
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

/** Placeholder for deploy-time values. */
const KNOWN_LATER = 'a-text-that-is-known-at-deployment-only'

/** Environment of a function with placeholders for deploy-time values. */
export function environmentOf(resource: Resource): Record<string, string> {
  const { Variables = {} } = (resource.Properties['Environment'] ?? {}) as { Variables?: Properties }
  return Object.fromEntries(
    Object.entries(Variables).map(([name, value]) => [name, typeof value === 'string' ? value : KNOWN_LATER]),
  )
}

export type Statement = {
  Effect: 'Allow' | 'Deny'
  Action: string | string[]
  Resource: unknown
  Condition?: Record<string, Record<string, string[]>>
}

/** Every statement of the policies attached to a function's role. */
export function statementsOf({ data, site }: Stacks, { Properties: { Role } }: Resource): Statement[] {
  const roleId = (Role as { 'Fn::GetAtt': [string, string] })['Fn::GetAtt'][0]
  return [data, site]
    .flatMap((template) => Object.values(createResources(template, 'AWS::IAM::Policy')))
    .filter(({ Properties: { Roles } }) => JSON.stringify(Roles).includes(`"${roleId}"`))
    .flatMap(({ Properties: { PolicyDocument } }) => (PolicyDocument as { Statement: Statement[] }).Statement)
}
