import { auditEntry, SYSTEM } from '#functions/data/audit.ts'
import type { Stores } from '#functions/data/stores.ts'
import { createUsers } from '#functions/data/users.ts'
import { loadStage, type StageName } from '#infra/stages.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import {
  BadArguments,
  defineCommand,
  emailOption,
  flag,
  requiredWord,
  runCommand,
  stageOption,
} from './operations/command-line.ts'
import { openStageTable } from './operations/stage-access.ts'

export type RoleChange = { email: string; isAdmin: boolean; owners: readonly string[]; isDryRun: boolean }

/**
 * An account that loses the role is signed out everywhere. @returns a French sentence
 * @throws BadArguments for an owner, and where there is no account
 */
export async function setRole(
  users: Pick<Stores['users'], 'findByEmail' | 'changeRole'>,
  { email, isAdmin, owners, isDryRun }: RoleChange,
  now: Date,
): Promise<string> {
  if (owners.includes(email))
    throw new BadArguments(
      `${email} est dans la liste des propriétaires de ce stage (infra/stages.ts) : retirez-l'en et déployez d'abord.`,
    )
  const user = await users.findByEmail(email)
  if (!user) throw new BadArguments(`Aucun compte à l'adresse ${email}.`)
  const role = isAdmin ? 'administrateur' : 'simple utilisateur'
  if (user.isAdmin === isAdmin) return `Rien à faire : ${email} est déjà ${role}.`
  const sentence = `${email} devient ${role}${isAdmin ? '' : ' et ses sessions sont terminées'}.`
  if (isDryRun) return `À faire : ${sentence}`
  const change = { action: 'UPDATE_ROLE', target: email } as const
  const values = { before: { isAdmin: user.isAdmin }, after: { isAdmin } }
  const result = await users.changeRole(user, isAdmin, auditEntry(SYSTEM, now, { ...change, ...values }))
  if (result === 'conflict') throw new DomainError('CONFLICT')
  return sentence
}

async function run(stage: StageName, email: string, isAdmin: boolean, isDryRun: boolean): Promise<void> {
  const { owners } = loadStage(stage)
  const users = createUsers(await openStageTable(stage))
  console.log(await setRole(users, { email, isAdmin, owners, isDryRun }, new Date()))
}

export const command = defineCommand({
  name: 'npm run set-role',
  summary: "Donne ou retire à un compte le rôle d'administrateur. Le journal d'audit en garde la trace.",
  options: {
    stage: stageOption("l'installation"),
    email: emailOption("l'adresse du compte", "--email doit être l'adresse d'un compte."),
    admin: requiredWord(
      ['yes', 'no'],
      'yes le donne ; no le retire et termine ses sessions',
      "--admin doit être l'un de",
    ),
    'dry-run': flag('dit ce qui serait fait et ne change rien'),
  },
  run: ({ stage, email, admin, 'dry-run': isDryRun }) => run(stage, email, admin === 'yes', isDryRun),
})

if (import.meta.main) process.exitCode = await runCommand(command)
