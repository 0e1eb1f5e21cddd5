import type { StageName } from '#infra/stages.ts'
import { listAccounts, openStagePool } from './accounts.ts'
import { type Match, matchProfiles, profilesOf } from './profiles.ts'
import { count } from './progress.ts'
import type { BackupSource } from './whole-backup.ts'

/** Says how the accounts of the stage's user pool fit a backup's profiles: a restore writes the table, never Cognito. */
export async function tellAccounts(backup: BackupSource, stage: StageName): Promise<void> {
  const pool = await openStagePool(stage)
  try {
    const lines = accountLines(await matchProfiles(await profilesOf(backup), listAccounts(pool)))
    console.log(['Comptes Cognito, que la restauration ne change pas :', ...lines].join('\n'))
  } finally {
    pool.cognito.destroy()
  }
}

/** What the operator should know, and do. */
export function accountLines(match: Match): string[] {
  const { matching, otherAccount, withoutAccount, withoutProfile, disabled } = match
  return [
    `  ${count(matching)} profils ont leur compte`,
    ...told(
      otherAccount,
      "profils dont l'adresse a un autre compte : le groupe d'utilisateurs a changé, voir --new-pool",
    ),
    ...told(
      withoutAccount,
      'profils sans compte : supprimé depuis, à supprimer du tableau de bord ; ou voir --new-pool',
    ),
    ...told(withoutProfile, 'comptes sans profil : la réconciliation du jour leur en crée un, gratuit'),
    ...told(
      disabled,
      'comptes bloqués depuis : bloquez-les de nouveau, ou bloquez puis débloquez pour rouvrir',
    ),
  ]
}

function told(number: number, what: string): string[] {
  return number === 0 ? [] : [`  ${count(number)} ${what}`]
}
