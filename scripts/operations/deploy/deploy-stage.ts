import type { BuiltStack } from '../cdk.ts'
import { type Identity, identityFindings, type RegionAccess } from './account.ts'
import { type Finding, unchecked } from './configuration.ts'
import type { DeployedSite } from './deployed-site.ts'

/** The steps of a deployment; each returns what it found or throws. */
export type Steps = {
  /** Configuration, tools, what is checked out. */
  check: () => Finding[]
  identify: () => Promise<Identity>
  /** Builds bundles, site and templates. @returns the stacks, each after those that it needs */
  build: (account: string | null) => Promise<BuiltStack[]>
  /** Whether `cdk bootstrap` was run in every region, and the account has room for what a stage reserves. */
  checkAccount: (
    stacks: readonly BuiltStack[],
    account: string,
  ) => Promise<{ findings: Finding[]; access: RegionAccess | null }>
  showDifference: () => Promise<void>
  /** @returns whether the operator wants it */
  confirm: (account: string) => Promise<boolean>
  deploy: (stack: BuiltStack) => Promise<void>
  readSite: (access: RegionAccess) => Promise<DeployedSite>
  checkSigningKeys: (site: DeployedSite, access: RegionAccess) => Promise<Finding[]>
  awaitAnswers: (site: DeployedSite) => Promise<void>
  /** Addresses and what is left to do. */
  nextSteps: (site: DeployedSite, access: RegionAccess) => Promise<string[]>
}

export type Order = {
  stage: string
  /** Does everything but deploy, and continues after faults and checks that are not possible. */
  isDryRun: boolean
  /** The account that the configuration wants, if any. */
  account: string | undefined
  say: (line: string) => void
}

const STEPS = 8

/** Carries out a deployment step by step; it may be repeated. @throws Error with what to correct */
export async function deployStage(steps: Steps, order: Order): Promise<void> {
  const { isDryRun, say } = order
  let begun = 0
  let faults = 0
  const begin = (what: string) => {
    begun += 1
    say(`[${begun}/${STEPS}] ${what}`)
  }
  const report = (findings: readonly Finding[]) => {
    for (const { kind, text } of findings) say(`      ${SIGNS[kind]}${text.replaceAll('\n', '\n        ')}`)
    const found = findings.filter(({ kind }) => kind === 'fault').length
    if (found > 0 && !isDryRun)
      throw new Error("Rien de plus n'est fait : corrigez ce qui précède, puis relancez la commande.")
    faults += found
  }

  begin('Configuration et outils')
  report(steps.check())
  begin('Compte AWS')
  const identity = await steps.identify()
  if (identity.kind === 'known') say(`      ${identity.account} (${identity.arn})`)
  const doubts = identityFindings(identity, order.account)
  report(isDryRun && identity.kind === 'unknown' ? doubts.map(({ text }) => unchecked(text)) : doubts)
  const account = identity.kind === 'known' ? identity.account : null
  begin('Construction du site, des fonctions et des modèles (une minute)')
  const stacks = await steps.build(account)
  for (const { id, region, template } of stacks)
    say(`      ${id} (${region}) : ${Object.keys(template.Resources ?? {}).length} ressources`)
  begin('Préparation du compte')
  const regions = account === null ? UNKNOWN_REGIONS : await steps.checkAccount(stacks, account)
  report(regions.findings)
  begin('Différences avec ce qui est déployé')
  // What is deployed can be read only where the account is prepared for it.
  const isPrepared = regions.access !== null && regions.findings.every(({ kind }) => kind !== 'fault')
  if (isPrepared) await steps.showDifference()
  else report([unchecked("ce qui est déployé n'a pas pu être lu.")])

  if (isDryRun) {
    if (faults > 0) throw new Error(`Essai terminé : ${faults} point(s) à corriger avant de déployer.`)
    return say(`Essai terminé, rien n'a été déployé. Ensuite : npm run deploy -- --stage ${order.stage}`)
  }
  const { access } = regions
  if (account === null || !access || !(await steps.confirm(account)))
    throw new Error("Annulé : rien n'a été déployé.")
  begin('Déploiement')
  for (const [index, stack] of stacks.entries()) {
    say(`      ${stack.id}, ${index + 1} sur ${stacks.length}`)
    await steps.deploy(stack)
  }
  begin('Clés qui signent les liens des documents')
  const site = await steps.readSite(access)
  report(await steps.checkSigningKeys(site, access))
  begin('Attente de la réponse du site')
  await steps.awaitAnswers(site)
  for (const line of await steps.nextSteps(site, access)) say(line)
}

const SIGNS: Record<Finding['kind'], string> = {
  fault: '✗ ',
  warning: 'Attention : ',
  unchecked: 'Non vérifié : ',
}

const UNKNOWN_REGIONS = {
  findings: [unchecked("sans identifiants, on ne sait pas si 'cdk bootstrap' a été fait.")],
  access: null,
}
