import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '#infra/run-app.ts'
import { readSigningKeys } from '#infra/signing-keys.ts'
import { loadStage, type Stage } from '#infra/stages.ts'
import { buildStacks, runCdk } from './operations/cdk.ts'
import { DEPLOYED_STAGES, defineCommand, flag, runCommand, stageOption } from './operations/command-line.ts'
import { checkRegions, concurrencyFindings, identify } from './operations/deploy/account.ts'
import { configurationFindings } from './operations/deploy/configuration.ts'
import { deployStage, type Steps } from './operations/deploy/deploy-stage.ts'
import {
  awaitAnswers,
  lacksDriveCredentials,
  missingAnswer,
  readDeployedSite,
  signingKeyFindings,
} from './operations/deploy/deployed-site.ts'
import { nextSteps } from './operations/deploy/next-steps.ts'
import { checkedOut, checkoutFindings, toolFindings } from './operations/deploy/tools.ts'
import { ask, interruption } from './operations/terminal.ts'

const INTERRUPTED = `
Interrompu. Ce que CloudFormation a commencé, il le termine ou l'annule seul.
Relancez la même commande : elle reprend sans rien refaire deux fois.`

type Asked = { isDryRun: boolean; isConfirmed: boolean }

async function run(stage: Stage, asked: Asked): Promise<void> {
  const signal = interruption(INTERRUPTED)
  const folder = mkdtempSync(join(tmpdir(), 'deploy-'))
  try {
    const { name, account } = stage
    const { commit, isChanged } = checkedOut(ROOT) ?? { commit: 'inconnue', isChanged: false }
    console.log(`Installation ${name}, version ${commit}${isChanged ? ' avec des modifications' : ''}`)
    const say = (line: string) => console.log(line)
    const steps = stepsOf(stage, { ...asked, assembly: join(folder, 'cdk.out'), signal })
    await deployStage(steps, { stage: name, isDryRun: asked.isDryRun, account, say })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function stepsOf(
  stage: Stage,
  { isDryRun, isConfirmed, assembly, signal }: Asked & { assembly: string; signal: AbortSignal },
): Steps {
  const { name, region } = stage
  const cdk = (...args: string[]) => runCdk([...args, '--app', assembly], { signal })
  return {
    check: () => [
      ...configurationFindings(stage, new Date()),
      ...toolFindings(ROOT),
      ...checkoutFindings(name, ROOT, readSigningKeys()),
    ],
    identify: () => identify(region),
    build: (account) =>
      buildStacks({
        stage: name,
        output: assembly,
        signal,
        ...(account && { environment: { CDK_DEFAULT_ACCOUNT: account } }),
      }),
    checkAccount: async (stacks, account) => {
      const { findings, access } = await checkRegions(stacks, { account, home: region })
      const room = access ? await concurrencyFindings(stage, access) : []
      return { findings: [...findings, ...room], access }
    },
    // A trial makes nothing in the account, not even a change set to look at.
    showDifference: () => cdk('diff', '--method', isDryRun ? 'template' : 'auto'),
    confirm: (account) => confirm(stage, account, { isConfirmed, signal }),
    deploy: ({ id }) => cdk('deploy', id, '--exclusively', '--require-approval', 'never'),
    readSite: (access) => readDeployedSite(name, access),
    checkSigningKeys: (site, access) => signingKeyFindings(name, site, access),
    awaitAnswers: ({ ownOrigin }) => awaitAnswers(ownOrigin, name, { signal }),
    nextSteps: async ({ origin, ownOrigin }, access) =>
      nextSteps(stage, {
        origin,
        ownOrigin,
        answersAtOrigin: (await missingAnswer(origin, name, signal)) === null,
        lacksDriveCredentials: await lacksDriveCredentials(stage, access),
      }),
  }
}

/** Where real students are, the stage's name is to be typed. */
async function confirm(
  { name }: Stage,
  account: string,
  { isConfirmed, signal }: { isConfirmed: boolean; signal: AbortSignal },
): Promise<boolean> {
  if (isConfirmed) return true
  const wanted = name === 'prod' ? name : 'oui'
  return (await ask(`Déployer ${name} dans le compte ${account} ? Écrivez ${wanted} : `, signal)) === wanted
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
  run: ({ stage, 'dry-run': isDryRun, yes: isConfirmed }) => run(loadStage(stage), { isDryRun, isConfirmed }),
})

if (import.meta.main) process.exitCode = await runCommand(command)
