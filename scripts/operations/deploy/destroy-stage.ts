import type { BuiltStack } from '../cdk.ts'
import { type Identity, identityFindings } from './account.ts'

/** The steps of a destruction. */
export type Steps = {
  /** For this account alone, so that nothing of another one can be deleted. @returns the stacks, each after those that it needs */
  build: (account: string | null) => Promise<BuiltStack[]>
  identify: () => Promise<Identity>
  /** @returns whether the operator wants it */
  confirm: (account: string) => Promise<boolean>
  /** Lets CloudFormation delete a protected stack, if it is there. */
  unprotect: (stack: BuiltStack) => Promise<void>
  destroy: (stack: BuiltStack) => Promise<void>
}

export type Order = {
  stage: string
  /** The account that the configuration wants, if any. */
  account: string | undefined
  isDryRun: boolean
  say: (line: string) => void
}

/** Deletes a stage's stacks, dependent ones first, after listing what is retained. @throws Error with what to do next */
export async function destroyStage(steps: Steps, { stage, account, isDryRun, say }: Order): Promise<void> {
  const found = isDryRun ? null : await identified(steps, account)
  const stacks = (await steps.build(found)).toReversed()
  say('Supprimé, dans cet ordre :')
  for (const { id, region } of stacks) say(`  ${id} (${region})`)
  const left = retainedResources(stacks)
  if (left.length === 0) say('Rien ne reste : ni les comptes, ni les documents enregistrés.')
  else {
    say('Reste, à garder ou à supprimer à la main :')
    for (const line of left) say(`  ${line}`)
    say(
      "Tant que cela reste, un nouveau déploiement échoue : les noms sont pris (docs/runbook.md, 'Take a stage down').",
    )
  }
  if (found === null) return say("Essai terminé, rien n'a été supprimé.")

  if (!(await steps.confirm(found))) throw new Error("Annulé : rien n'a été supprimé.")
  for (const stack of stacks) {
    say(`Suppression de ${stack.id}, quelques minutes`)
    if (stack.isProtected) await steps.unprotect(stack)
    await steps.destroy(stack)
  }
  say(`L'installation ${stage} est supprimée.`)
}

/** The account of these credentials. @throws Error when there is none, or another one is wanted */
async function identified({ identify }: Steps, wanted: string | undefined): Promise<string> {
  const identity = await identify()
  const [finding] = identityFindings(identity, wanted)
  if (identity.kind === 'unknown' || finding) throw new Error(finding?.text)
  return identity.account
}

/** The property that names a resource, for those that a person would look for in the console. */
const NAME_PROPERTIES = ['TableName', 'UserPoolName', 'BucketName', 'LogGroupName', 'Name']

/** What outlives its stack, as the templates say: a line for each, `type name`. */
export function retainedResources(stacks: readonly BuiltStack[]): string[] {
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
