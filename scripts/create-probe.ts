import { createSecretReader } from '#functions/aws/secrets.ts'
import { stageNames } from '#infra/names.ts'
import { loadStage, type StageName } from '#infra/stages.ts'
import { createOperatorAccount, type OperatorAccount, openAccountStores } from './operations/accounts.ts'
import { BadArguments, defineCommand, runCommand, stageOption } from './operations/command-line.ts'

export function probeAccount(email: string, password: string): OperatorAccount {
  return { email, password, action: 'CREATE_USER', rights: { isPremium: true, premiumUntil: null } }
}

async function run(name: StageName): Promise<void> {
  if (!loadStage(name).probe && name !== 'local')
    throw new Error(
      `L'installation ${name} n'a pas de sonde. Mettez probe à true dans infra/stages.ts et déployez.`,
    )
  const { probeEmail: email, secrets } = stageNames(name)
  const stores = await openAccountStores(name)
  const password = name === 'local' ? localPassword() : await deployedPassword(secrets.probePassword)
  const outcome = await createOperatorAccount(stores, probeAccount(email, password), new Date())
  console.log(
    outcome === 'created'
      ? `Compte de la sonde prêt : ${email}`
      : `Le compte ${email} est en ordre ; son mot de passe vient d'être remis.`,
  )
}

function localPassword(): string {
  const { PROBE_PASSWORD = '' } = process.env
  if (PROBE_PASSWORD === '')
    throw new BadArguments('En mode local, PROBE_PASSWORD doit donner le mot de passe.')
  return PROBE_PASSWORD
}

async function deployedPassword(secretId: string): Promise<string> {
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
  options: { stage: stageOption("l'installation ; infra/stages.ts doit lui donner une sonde (probe)") },
  notes: `Variables d'environnement
  PROBE_PASSWORD  son mot de passe en mode local ; ailleurs, c'est celui que le déploiement a créé`,
  run: ({ stage }) => run(stage),
})

if (import.meta.main) process.exitCode = await runCommand(command)
