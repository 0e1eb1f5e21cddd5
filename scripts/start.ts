/**
 * The whole product on this machine, without any account at AWS or Google. `npm run dev` is the same with hot reload.
 */

import { DEMO_PASSWORD, demoAccounts } from './local/demo/accounts.ts'
import { type LocalCloud, startLocalCloud } from './local/local-cloud.ts'
import { optionsFrom, StartRefusal } from './local/options.ts'
import { BadArguments, defineCommand, flag, runCommand } from './operations/command-line.ts'

/** Longer than any part takes to stop. */
const STOP_LIMIT_MS = 10_000

function readOptions(asked: { reset: boolean; watch: boolean }) {
  try {
    return optionsFrom(process.env, asked)
  } catch (error) {
    throw error instanceof StartRefusal ? new BadArguments(error.message) : error
  }
}

async function run(asked: { reset: boolean; watch: boolean }): Promise<void> {
  const options = readOptions(asked)
  let cloud: LocalCloud | null = null
  let isStopping = false

  // The same signal may come twice: from the terminal to the whole group, and from the parent.
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref()
    await cloud?.stop()
    process.exit(process.exitCode ?? 0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())
  // The bootstrapper ended without a signal.
  process.on('disconnect', () => void stop())

  try {
    const startedAt = performance.now()
    cloud = await startLocalCloud(options, (step) => {
      if (!isStopping) console.log(`${step}…`)
    })
    if (isStopping) return await cloud.stop()
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1).replace('.', ',')
    console.log(welcome(cloud.url, seconds))
  } catch (error) {
    if (!(error instanceof StartRefusal)) console.error(error)
    throw error
  }
}

function welcome(url: string, seconds: string): string {
  const width = Math.max(...demoAccounts.map(({ email }) => email.length))
  const accounts = demoAccounts.map(({ email, role }) => `  ${email.padEnd(width)}  ${role}`)
  return `
Le site est prêt : ${url}   (${seconds} s)

Comptes de démonstration, mot de passe ${DEMO_PASSWORD} :
${accounts.join('\n')}

État des services : ${url}/__local/status
Codes envoyés par e-mail : ${url}/__local/outbox
Ctrl-C pour arrêter.
`
}

export const command = defineCommand({
  name: 'npm start',
  summary: 'Lance le site entier sur cette machine, sans compte chez AWS ni Google.',
  options: {
    reset: flag('efface les comptes et les données locales et recommence avec la démonstration'),
    watch: flag('recharge le site et les fonctions à chaque modification (npm run dev)'),
  },
  notes: `Variables d'environnement
  PORT              port du site, 3000 par défaut ; comptes et Drive prennent les deux suivants
  DATA_DIR          dossier des données, .local par défaut
  DRIVE_DIR         dossier de vos propres PDF et vidéos, ajoutés au Drive local et à ses fichiers reçus
  DELIVERY_MODE     stream (par défaut) ou embed : comment les documents sont remis
  DYNAMODB_ENDPOINT adresse d'un serveur DynamoDB, là où l'émulateur fourni n'existe pas`,
  run,
})

if (import.meta.main) {
  const code = await runCommand(command)
  // Ends parts that were started before the failure.
  if (code !== 0) process.exit(code)
}
