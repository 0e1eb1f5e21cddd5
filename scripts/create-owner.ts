import { loadStage, type StageName } from '#infra/stages.ts'
import {
  createOperatorAccount,
  type OperatorAccount,
  openAccountStores,
  type Plan,
  planAccount,
} from './operations/accounts.ts'
import {
  BadArguments,
  defineCommand,
  emailOption,
  flag,
  runCommand,
  stageOption,
} from './operations/command-line.ts'

/** @throws BadArguments for an address outside the owner list: its owner could not sign in */
export function ownerAccount(
  owners: readonly string[],
  email: string,
  password: string | null,
): OperatorAccount {
  if (owners.includes(email)) return { email, password, action: 'CREATE_OWNER', rights: { isAdmin: true } }
  throw new BadArguments(
    `${email} n'est pas dans la liste des propriétaires de ce stage (infra/stages.ts) : ${owners.join(', ')}`,
  )
}

const PLANNED: Record<Plan['kind'], string> = {
  create: 'À faire : créer le compte et son profil.',
  finish: 'À faire : terminer une création interrompue.',
  replace: "À faire : remplacer le compte que quelqu'un a ouvert à cette adresse ; il sera supprimé.",
  keep: 'Rien à créer : ce compte est déjà propriétaire. Une invitation restée sans réponse serait renvoyée.',
}

const INVITED = `Un mot de passe provisoire lui est envoyé par e-mail, valable 7 jours.
Il se connecte avec lui sur le site, qui demande aussitôt d'en choisir un autre. Relancer cette commande en envoie un nouveau.`

const SECOND_FACTOR = `L'administration lui reste fermée jusqu'à ce qu'il active la validation en deux étapes :
  1. se connecter au site avec cette adresse ;
  2. ouvrir Mon compte (/compte), puis 'Validation en deux étapes' > 'Activer' ;
  3. se reconnecter avec un code de l'application d'authentification.`

async function run(name: StageName, email: string, isDryRun: boolean): Promise<void> {
  const { owners, ownersNeedSecondFactor } = loadStage(name)
  const password = process.env.OWNER_PASSWORD ?? null
  const account = ownerAccount(owners, email, password)
  const stores = await openAccountStores(name)
  if (isDryRun) return console.log(PLANNED[(await planAccount(stores, account)).kind])
  const outcome = await createOperatorAccount(stores, account, new Date())
  console.log(
    outcome === 'created' ? `Compte propriétaire prêt : ${email}` : `${email} est déjà propriétaire.`,
  )
  if (outcome !== 'unchanged' && password === null) console.log(INVITED)
  if (outcome === 'created' && ownersNeedSecondFactor) console.log(SECOND_FACTOR)
}

export const command = defineCommand({
  name: 'npm run create-owner',
  summary: "Crée le compte d'un propriétaire, que infra/stages.ts doit nommer, et l'invite par e-mail.",
  options: {
    stage: stageOption("l'installation"),
    email: emailOption(
      "son adresse ; un compte que quelqu'un d'autre y a ouvert est remplacé",
      "--email doit être l'adresse du propriétaire.",
    ),
    'dry-run': flag('dit ce qui serait fait et ne change rien'),
  },
  notes: `Variables d'environnement
  OWNER_PASSWORD     son mot de passe, fixé tout de suite : rien n'est alors envoyé`,
  run: ({ stage, email, 'dry-run': isDryRun }) => run(stage, email, isDryRun),
})

if (import.meta.main) process.exitCode = await runCommand(command)
