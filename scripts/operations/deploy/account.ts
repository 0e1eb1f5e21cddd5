import { GetCallerIdentityCommand, STSClient, STSServiceException } from '@aws-sdk/client-sts'
import { isWithoutCredentials, NO_CREDENTIALS } from '../command-line.ts'
import { type Finding, fault } from './finding.ts'

/** A machine without a network shall say so at once. */
const QUICKLY = { connectionTimeout: 3_000, requestTimeout: 10_000, throwOnRequestTimeout: true }

/** Who the credentials of this process belong to. */
export type Identity =
  | { kind: 'known'; account: string; arn: string }
  /** `text`: why, and what to do. */
  | { kind: 'unknown'; text: string }

/** Asks AWS whose credentials these are: environment, profile, SSO, as the AWS command line finds them. */
export async function identify(region: string): Promise<Identity> {
  const sts = new STSClient({ region, maxAttempts: 2, requestHandler: QUICKLY })
  try {
    const { Account: account, Arn: arn } = await sts.send(new GetCallerIdentityCommand({}))
    if (!account || !arn) throw new Error('STS answered without an account')
    return { kind: 'known', account, arn }
  } catch (error) {
    return { kind: 'unknown', text: whyUnknown(error) }
  } finally {
    sts.destroy()
  }
}

function whyUnknown(error: unknown): string {
  if (isWithoutCredentials(error)) return NO_CREDENTIALS
  if (error instanceof STSServiceException && error.$fault === 'client')
    return `AWS refuse ces identifiants (${error.name}) : reconnectez-vous (aws sso login) et relancez la commande.`
  const why = error instanceof Error ? error.message || error.name : String(error)
  return `AWS ne répond pas (${why}) : vérifiez la connexion et relancez la commande.`
}

/** @param wanted the account that the stage's configuration names, if any */
export function identityFindings(identity: Identity, wanted: string | undefined): Finding[] {
  if (identity.kind === 'unknown') return [fault(identity.text)]
  if (wanted === undefined || wanted === identity.account) return []
  return [fault(`infra/stages.ts veut le compte ${wanted} : prenez les identifiants de celui-là.`)]
}
