import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CloudFormationClient, UpdateTerminationProtectionCommand } from '@aws-sdk/client-cloudformation'
import { WITHOUT_VALIDATION } from '#infra/run-app.ts'
import { loadStage, type Stage } from '#infra/stages.ts'
import { buildStacks, runCdk, WITHOUT_BUNDLES } from './operations/cdk.ts'
import {
  BadArguments,
  DEPLOYED_STAGES,
  defineCommand,
  flag,
  optionalText,
  runCommand,
  stageOption,
} from './operations/command-line.ts'
import { findStack, identify } from './operations/deploy/account.ts'
import { destroyStage, type Steps } from './operations/deploy/destroy-stage.ts'
import { ask, interruption } from './operations/terminal.ts'

const PROD_STAYS = `prod ne se supprime pas par une commande : ses comptes et ses données sont ceux des élèves.
Pour la fermer malgré tout, faites-le à la main, dans cet ordre (docs/runbook.md, 'Take a stage down') :
  1. npm run backup -- --stage prod, et mettez le fichier à l'abri ;
  2. dans CloudFormation, supprimez Revision-Prod-Site, puis Revision-Prod-Edge (us-east-1) ;
  3. gardez Revision-Prod-Data aussi longtemps que des données doivent être rendues ; sa protection
     contre la suppression, celle de la table et celle des comptes s'enlèvent une à une.`

const INTERRUPTED = `
Interrompu. Une suppression commencée va jusqu'au bout ; relancez la même commande pour le reste.`

async function run(stage: Stage, isDryRun: boolean, confirmed: string | undefined): Promise<void> {
  const signal = interruption(INTERRUPTED)
  const folder = mkdtempSync(join(tmpdir(), 'destroy-'))
  try {
    const say = (line: string) => console.log(line)
    const steps = stepsOf(stage, { confirmed, assembly: join(folder, 'cdk.out'), signal })
    await destroyStage(steps, { stage: stage.name, account: stage.account, isDryRun, say })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function stepsOf(
  { name, region }: Stage,
  { confirmed, assembly, signal }: { confirmed: string | undefined; assembly: string; signal: AbortSignal },
): Steps {
  return {
    // Templates alone: nothing of it is deployed.
    build: (account) =>
      buildStacks({
        stage: name,
        output: assembly,
        context: WITHOUT_BUNDLES,
        signal,
        environment: { ...WITHOUT_VALIDATION, ...(account && { CDK_DEFAULT_ACCOUNT: account }) },
      }),
    identify: () => identify(region),
    confirm: async (account) =>
      (confirmed ?? (await ask(`Supprimer ${name} du compte ${account} ? Écrivez ${name} : `, signal))) ===
      name,
    unprotect: async (stack) => {
      if (await findStack({ region: stack.region }, stack.id)) await unprotect(stack)
    },
    destroy: ({ id }) => runCdk(['destroy', id, '--exclusively', '--force', '--app', assembly], { signal }),
  }
}

async function unprotect({ id, region }: { id: string; region: string }): Promise<void> {
  const cloudFormation = new CloudFormationClient({ region })
  await cloudFormation.send(
    new UpdateTerminationProtectionCommand({ StackName: id, EnableTerminationProtection: false }),
  )
}

export const command = defineCommand({
  name: 'npm run destroy',
  summary: `Supprime une installation : le site, puis ce qu'elle a en us-east-1, puis ses données. Refuse prod.`,
  options: {
    stage: stageOption("l'installation", DEPLOYED_STAGES),
    'dry-run': flag(
      'dit ce qui partirait et ce qui resterait ; ne supprime rien et marche sans identifiants',
    ),
    yes: optionalText('stage', "le nom de l'installation encore une fois, au lieu de le demander"),
  },
  run: async ({ stage, 'dry-run': isDryRun, yes }) => {
    if (stage === 'prod') throw new Error(PROD_STAYS)
    if (yes !== undefined && yes !== stage) throw new BadArguments(`--yes doit répéter ${stage}.`)
    await run(loadStage(stage), isDryRun, yes)
  },
})

if (import.meta.main) process.exitCode = await runCommand(command)
