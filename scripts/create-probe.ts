import { createSecretReader } from '#functions/aws/secrets.ts'
import { stageNames } from '#infra/names.ts'
import { loadStage, type StageName } from '#infra/stages.ts'
import { createOperatorAccount, type OperatorAccount, openAccountStores } from './operations/accounts.ts'
import { DEPLOYED_STAGES, defineCommand, runCommand, stageOption } from './operations/command-line.ts'

export function probeAccount(email: string, password: string): OperatorAccount {
  return { email, password, action: 'CREATE_USER', rights: { isPremium: true, premiumUntil: null } }
}

async function run(name: StageName): Promise<void> {
  if (!loadStage(name).probe)
    throw new Error(
      `L'installation ${name} n'a pas de sonde. Mettez probe à true dans infra/stages.ts et déployez.`,
    )
  const { probeEmail: email, secrets } = stageNames(name)
  const stores = await openAccountStores(name)
  const password = await readPassword(secrets.probePassword)
  const outcome = await createOperatorAccount(stores, probeAccount(email, password), new Date())
  console.log(
    outcome === 'created'
      ? `Compte de la sonde prêt : ${email}`
      : `Le compte ${email} est en ordre ; son mot de passe vient d'être remis.`,
  )
}

async function readPassword(secretId: string): Promise<string> {
  try {
    return await createSecretReader(secretId)()
  } catch (cause) {
    const message = `Le secret ${secretId} ne se lit pas : l'installation est-elle déployée avec sa sonde ?`
    throw new Error(message, { cause })
  }
}

export const command = defineCommand({
  name: 'npm run create-probe',
  summary: 'Crée le compte de la sonde, qui ouvre un document toutes les 15 minutes, ou le remet en état.',
  options: {
    stage: stageOption("l'installation ; infra/stages.ts doit lui donner une sonde (probe)", DEPLOYED_STAGES),
  },
  run: ({ stage }) => run(stage),
})

if (import.meta.main) process.exitCode = await runCommand(command)
