import type { BuiltStack } from './assembly.ts'

/** The property that names a resource, for those that a person would look for in the console. */
const NAME_PROPERTIES = ['TableName', 'UserPoolName', 'BucketName', 'LogGroupName', 'Name']

/** What outlives its stack, as the templates say: a line for each, `type name`. */
export function leavings(stacks: readonly BuiltStack[]): string[] {
  return stacks.flatMap(({ id, template }) =>
    Object.entries(template.Resources ?? {})
      .filter(([, { DeletionPolicy }]) => DeletionPolicy === 'Retain')
      .map(([logicalId, { Type, Properties = {} }]) => {
        const given = NAME_PROPERTIES.map((property) => (Properties as Record<string, unknown>)[property])
        const name = given.find((value) => typeof value === 'string') ?? `${logicalId} (${id})`
        return `${Type} ${name}`
      }),
  )
}
