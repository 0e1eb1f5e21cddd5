import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '#infra/run-app.ts'
import { readSigningKeys } from '#infra/signing-keys.ts'
import { loadStage, type Stage } from '#infra/stages.ts'
import { buildStacks, runCdk } from './operations/cdk.ts'
import { DEPLOYED_STAGES, defineCommand, flag, runCommand, stageOption } from './operations/command-line.ts'
import {
  checkRegions,
  concurrencyFindings,
  identify,
  identityFindings,
  type RegionAccess,
} from './operations/deploy/account.ts'
import { addressFindings } from './operations/deploy/address.ts'
import {
  checkedOut,
  checkoutFindings,
  configurationFindings,
  type Finding,
  unchecked,
} from './operations/deploy/configuration.ts'
import { contentFindings } from './operations/deploy/content.ts'
import {
  awaitAnswers,
  type DeployedSite,
  missingAnswer,
  readDeployedSite,
  signingKeyFindings,
} from './operations/deploy/deployed-site.ts'
import { deployStack, findCreations } from './operations/deploy/stack-creation.ts'
import { ask, interruption } from './operations/terminal.ts'

const INTERRUPTED = `
Interrompu. Ce que CloudFormation a commencé, il le termine ou l'annule seul.
Relancez la même commande : elle reprend sans rien refaire deux fois.`

export type DeployOptions = {
  /** Stops before the deployment, and continues after faults. */
  isDryRun: boolean
  isConfirmed: boolean
  assembly: string
  signal: AbortSignal
}

const STEPS = 8

const SIGNS: Record<Finding['kind'], string> = {
  fault: '✗ ',
  warning: 'Attention : ',
  unchecked: 'Non vérifié : ',
}

const UNKNOWN_REGIONS = {
  findings: [unchecked("sans identifiants, on ne sait pas si 'cdk bootstrap' a été fait.")],
  regions: new Map<string, RegionAccess>(),
}

/** It may be repeated. @throws Error with what to correct */
export async function deployStage(
  stage: Stage,
  { isDryRun, isConfirmed, assembly, signal }: DeployOptions,
): Promise<void> {
  const { name, region } = stage
  let begun = 0
  let faults = 0
  const begin = (what: string) => {
    begun += 1
    console.log(`[${begun}/${STEPS}] ${what}`)
  }
  const report = (findings: readonly Finding[]) => {
    for (const { kind, text } of findings)
      console.log(`      ${SIGNS[kind]}${text.replaceAll('\n', '\n        ')}`)
    const found = findings.filter(({ kind }) => kind === 'fault').length
    if (found > 0 && !isDryRun)
      throw new Error("Rien de plus n'est fait : corrigez ce qui précède, puis relancez la commande.")
    faults += found
  }

  begin('Configuration')
  report([...configurationFindings(stage, new Date()), ...checkoutFindings(name, ROOT, readSigningKeys())])
  begin('Compte AWS')
  const identity = await identify(region)
  if (identity.kind === 'known') console.log(`      ${identity.account} (${identity.arn})`)
  const doubts = identityFindings(identity, stage.account)
  report(isDryRun && identity.kind === 'unknown' ? doubts.map(({ text }) => unchecked(text)) : doubts)
  const account = identity.kind === 'known' ? identity.account : null
  begin('Construction du site, des fonctions et des modèles (une minute)')
  const environment: Record<string, string> = account ? { CDK_DEFAULT_ACCOUNT: account } : {}
  const stacks = await buildStacks({ stage: name, output: assembly, signal, environment })
  for (const { id, region: place, template } of stacks)
    console.log(`      ${id} (${place}) : ${Object.keys(template.Resources ?? {}).length} ressources`)
  begin('Préparation du compte')
  const { findings, regions } = account ? await checkRegions(stacks, account) : UNKNOWN_REGIONS
  const access = regions.get(region)
  const creations = await findCreations(stacks, regions)
  if (access)
    findings.push(...(await concurrencyFindings(stage, access)), ...(await addressFindings(stage, access)))
  report([...findings, ...creations.findings, ...(await contentFindings(stage, access))])
  begin('Différences avec ce qui est déployé')
  // The deployed state can be read only in a prepared account. A dry run creates nothing there, not even a change set.
  // The change set of a new stack would be refused for each name that an earlier stack left.
  const isPrepared = access && findings.every(({ kind }) => kind !== 'fault')
  if (isPrepared) {
    const method = isDryRun || creations.created.length > 0 ? 'template' : 'auto'
    await runCdk(['diff', '--method', method, '--app', assembly], { signal })
  } else report([unchecked("ce qui est déployé n'a pas pu être lu.")])

  if (isDryRun) {
    if (faults > 0) throw new Error(`Essai terminé : ${faults} point(s) à corriger avant de déployer.`)
    return console.log(`Essai terminé, rien n'a été déployé. Ensuite : npm run deploy -- --stage ${name}`)
  }
  // The stage of real students asks for its name.
  const wanted = name === 'prod' ? name : 'oui'
  const question = `Déployer ${name} dans le compte ${account} ? Écrivez ${wanted} : `
  if (!account || !access || !(isConfirmed || (await ask(question, signal)) === wanted))
    throw new Error("Annulé : rien n'a été déployé.")
  begin('Déploiement')
  for (const [index, stack] of stacks.entries()) {
    console.log(`      ${stack.id}, ${index + 1} sur ${stacks.length}`)
    const place = regions.get(stack.region) ?? access
    await deployStack(stack, { account, access: place, assembly, signal })
  }
  begin('Clés qui signent les liens des documents')
  const site = await readDeployedSite(name, access)
  report(await signingKeyFindings(name, site, access))
  begin('Attente de la réponse du site')
  await awaitAnswers(site.ownOrigin, name, { signal })
  const answersAtOrigin = (await missingAnswer(site.origin, name, signal)) === null
  const todo = (await contentFindings(stage, access)).map(({ text }) => text)
  for (const line of nextSteps(stage, { ...site, answersAtOrigin, todo })) console.log(line)
}

type Left = Pick<DeployedSite, 'origin' | 'ownOrigin'> & {
  /** True where the site answers at its own address, too. */
  answersAtOrigin: boolean
  todo: readonly string[]
}

function nextSteps(
  { name, owners, hostedZone, alarmEmail, probe }: Stage,
  { origin, ownOrigin, answersAtOrigin, todo }: Left,
): string[] {
  const host = new URL(origin).hostname
  const steps = [
    !answersAtOrigin &&
      (hostedZone
        ? `${origin} ne répond pas encore : la zone ${hostedZone.name} est-elle déléguée par le registraire ?`
        : `${origin} ne répond pas encore : dans le DNS, faites de ${host} un CNAME de ${new URL(ownOrigin).hostname}.`),
    ...todo,
    ...owners.map(
      (owner) => `Si ce n'est pas fait : npm run create-owner -- --stage ${name} --email ${owner}`,
    ),
    probe && `Si ce n'est pas fait : npm run create-probe -- --stage ${name}`,
    alarmEmail !== undefined &&
      `Si ce n'est pas fait : confirmez l'abonnement aux alarmes dans le message reçu par ${alarmEmail}.`,
  ].filter((step) => step !== false)
  return [
    '',
    `Le site répond : ${origin}`,
    ...(origin === ownOrigin ? [] : [`Adresse de CloudFront : ${ownOrigin}`]),
    '',
    'Ensuite :',
    ...steps.map((step) => `  - ${step.replaceAll('\n', '\n    ')}`),
  ]
}

export const command = defineCommand({
  name: 'npm run deploy',
  summary: `Construit ce qui est dans ce dossier et le déploie, avec les identifiants AWS de ce terminal : vérifie, construit,
montre les différences, demande, déploie et attend que le site réponde. Interrompue, la même commande continue.`,
  options: {
    stage: stageOption("l'installation, décrite dans infra/stages.ts", DEPLOYED_STAGES),
    'dry-run': flag("fait tout sauf déployer ; sans identifiants, dit ce qui n'a pas pu être vérifié"),
    yes: flag('ne demande pas de confirmation'),
  },
  run: async ({ stage, 'dry-run': isDryRun, yes: isConfirmed }) => {
    const signal = interruption(INTERRUPTED)
    using folder = mkdtempDisposableSync(join(tmpdir(), 'deploy-'))
    const { commit, isChanged } = checkedOut(ROOT)
    console.log(`Installation ${stage}, version ${commit}${isChanged ? ' avec des modifications' : ''}`)
    const assembly = join(folder.path, 'cdk.out')
    await deployStage(loadStage(stage), { isDryRun, isConfirmed, assembly, signal })
  },
})

if (import.meta.main) process.exitCode = await runCommand(command)
