import { createResources, functionsOf, type Resource, type Stacks } from './synthesise.ts'

/** Schedule rule and failure handling of a function. Throws unless there is exactly one of each. */
export function scheduleOf(stacks: Stacks, name: string): { rule: Resource; onFailure: Resource } {
  const id = functionsOf(stacks)[name]?.id
  if (id === undefined) throw new Error(`No function ${name}`)
  const about = (type: string) =>
    [stacks.data, stacks.site]
      .flatMap((template) => Object.values(createResources(template, type)))
      .filter((resource) => JSON.stringify(resource.Properties).includes(`"${id}"`))
  const [rule, otherRule] = about('AWS::Events::Rule')
  const [onFailure, otherConfig] = about('AWS::Lambda::EventInvokeConfig')
  if (!rule || !onFailure || otherRule || otherConfig) throw new Error(`Not one schedule of ${name}`)
  return { rule, onFailure }
}
