import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { openDriveAs } from '#functions/drive/drive.ts'
import { stageNames } from '#infra/names.ts'
import type { Stage } from '#infra/stages.ts'
import { missingPartTexts } from '#shared/entities/drive-access.ts'
import { type RegionAccess, unlessDenied } from './account.ts'
import { type Finding, unchecked, warning } from './configuration.ts'
import { wasWritten } from './deployed-site.ts'

const WALK = "docs/runbook.md, 'Google Drive'"

/**
 * Asks Google, with the stage's key, what is missing before documents can be read. The operator's credentials read the
 * key, since the roles of `cdk bootstrap` read no secret; it is not stored.
 */
export async function driveFindings(
  { name, deliveryMode, driveApiUrl }: Pick<Stage, 'name' | 'deliveryMode' | 'driveApiUrl'>,
  access: RegionAccess | undefined,
): Promise<Finding[]> {
  if (deliveryMode !== 'stream') return []
  if (!access) return [unchecked("sans identifiants, l'accès à Google Drive n'a pas été essayé.")]
  const SecretId = stageNames(name).secrets.driveCredentials
  if (!(await wasWritten(SecretId, access)))
    return [warning(`${missingPartTexts['no-key']}\nSecret ${SecretId}, une fois déployé (${WALK}).`)]
  const secrets = new SecretsManagerClient({ region: access.region })
  const secret = await unlessDenied(secrets.send(new GetSecretValueCommand({ SecretId })))
  if (!secret)
    return [
      unchecked(
        'ces identifiants ne lisent pas la clé de Google Drive ; le tableau de bord du site dit si elle convient.',
      ),
    ]
  const { state, account } = await openDriveAs(
    async () => secret.SecretString ?? '',
    driveApiUrl,
  ).readAccess()
  if (state === 'ready' || state === 'unused') return []
  if (state === 'unknown') return [unchecked(`Google Drive ne répond pas (${driveApiUrl}).`)]
  const who = account === null ? `Secret ${SecretId}` : `Compte de service ${account}`
  return [warning(`${missingPartTexts[state]}\n${who} (${WALK}).`)]
}
