import {
  CloudFormationClient,
  CloudFormationServiceException,
  DescribeStacksCommand,
  type Stack,
} from '@aws-sdk/client-cloudformation'
import {
  GetAccountSettingsCommand,
  GetFunctionConcurrencyCommand,
  LambdaClient,
} from '@aws-sdk/client-lambda'
import {
  AssumeRoleCommand,
  GetCallerIdentityCommand,
  STSClient,
  STSServiceException,
} from '@aws-sdk/client-sts'
import { stageNames } from '#infra/names.ts'
import type { Stage } from '#infra/stages.ts'
import type { BuiltStack } from '../cdk.ts'
import { isWithoutCredentials, NO_CREDENTIALS } from '../command-line.ts'
import { nullAfter } from '../stage-access.ts'
import { type Finding, fault, warning } from './configuration.ts'

/** Limits for a machine without a network. */
const QUICKLY = { connectionTimeout: 3_000, requestTimeout: 10_000, throwOnRequestTimeout: true }

export type Identity =
  | { kind: 'known'; account: string; arn: string }
  /** `text` gives the reason and what to do. */
  | { kind: 'unknown'; text: string }

export async function identify(region: string): Promise<Identity> {
  const sts = new STSClient({ region, maxAttempts: 2, requestHandler: QUICKLY })
  try {
    const { Account: account, Arn: arn } = await sts.send(new GetCallerIdentityCommand({}))
    if (!account || !arn) throw new Error('STS answered without an account')
    return { kind: 'known', account, arn }
  } catch (error) {
    return { kind: 'unknown', text: identityFailure(error) }
  }
}

function identityFailure(error: unknown): string {
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

const TOOLKIT = 'CDKToolkit'
const QUALIFIER = 'hnb659fds'

type Credentials = { accessKeyId: string; secretAccessKey: string; sessionToken: string }

export type RegionAccess = { region: string; credentials?: Credentials }

/** @returns the findings, and the access to the regions without any, by their names */
export async function checkRegions(
  stacks: readonly BuiltStack[],
  account: string,
): Promise<{ findings: Finding[]; regions: Map<string, RegionAccess> }> {
  const findings: Finding[] = []
  const regions = new Map<string, RegionAccess>()
  for (const [region, its] of Map.groupBy(stacks, (stack) => stack.region)) {
    const found = await readBootstrap(region, account)
    if (!found || found.version < Math.max(...its.map(({ neededBootstrap }) => neededBootstrap)))
      findings.push(
        fault(`Le CDK n'est pas prêt en ${region}, ou ces identifiants n'y ont pas droit.
Avec des droits d'administration : npx cdk bootstrap aws://${account}/${region}`),
      )
    else regions.set(region, found.access)
  }
  return { findings, regions }
}

/**
 * With the lookup role, since the role of deliveries by GitHub may assume the bootstrap's roles and nothing else; with
 * the operator's own credentials where that one may not be assumed. Null: not bootstrapped, or both are denied.
 */
async function readBootstrap(
  region: string,
  account: string,
): Promise<{ version: number; access: RegionAccess } | null> {
  const credentials = await assumeBootstrapRole('lookup', region, account)
  const access = { region, ...(credentials && { credentials }) }
  const toolkit = await unlessDenied(findStack(access, TOOLKIT))
  const version = toolkit?.Outputs?.find(({ OutputKey }) => OutputKey === 'BootstrapVersion')?.OutputValue
  return version === undefined ? null : { version: Number(version), access }
}

/** Reads a deployed stack; null when there is none. */
export async function findStack(access: RegionAccess, StackName: string): Promise<Stack | null> {
  const cloudFormation = new CloudFormationClient(access)
  try {
    const { Stacks = [] } = await cloudFormation.send(new DescribeStacksCommand({ StackName }))
    return Stacks[0] ?? null
  } catch (error) {
    // CloudFormation has no error of its own for a missing stack.
    const isMissing = error instanceof CloudFormationServiceException && error.name === 'ValidationError'
    if (isMissing && error.message.includes('does not exist')) return null
    throw error
  }
}

/** Null when that is refused. */
export async function assumeBootstrapRole(
  purpose: 'lookup' | 'deploy',
  region: string,
  account: string,
): Promise<Credentials | null> {
  const answer = await unlessDenied(
    new STSClient({ region }).send(
      new AssumeRoleCommand({
        RoleArn: `arn:aws:iam::${account}:role/cdk-${QUALIFIER}-${purpose}-role-${account}-${region}`,
        RoleSessionName: 'deploy',
      }),
    ),
  )
  if (!answer?.Credentials) return null
  const { AccessKeyId = '', SecretAccessKey = '', SessionToken = '' } = answer.Credentials
  return { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: SessionToken }
}

/** Each service has its own name for a refusal. */
export const unlessDenied = <T>(answer: Promise<T>) =>
  nullAfter(['AccessDenied', 'AccessDeniedException', 'UnauthorizedOperation'], answer)

/** Lambda refuses a reservation that leaves fewer to all other functions. A class of thirty needs about as many. */
const LEFT_TO_OTHERS = 100

/** A new account has ten concurrent executions in all, and would refuse in the middle of a deployment. */
export async function concurrencyFindings(
  { name, originConcurrency: wanted }: Pick<Stage, 'name' | 'originConcurrency'>,
  access: RegionAccess,
): Promise<Finding[]> {
  const lambda = new LambdaClient(access)
  const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand({}))
  const unreserved = AccountLimit?.UnreservedConcurrentExecutions ?? 0
  let reserved = 0
  for (const origin of ['origin', 'copies']) {
    const FunctionName = stageNames(name).function(origin)
    const call = lambda.send(new GetFunctionConcurrencyCommand({ FunctionName }))
    reserved += (await nullAfter(['ResourceNotFoundException'], call))?.ReservedConcurrentExecutions ?? 0
  }
  const left = unreserved + reserved - (wanted ?? 0)
  if (left >= LEFT_TO_OTHERS) return []
  const limit = `Ce compte permet ${AccountLimit?.ConcurrentExecutions ?? 0} exécutions à la fois, dont ${unreserved + reserved} sont libres`
  const quota = "Demandez plus (console Service Quotas, AWS Lambda, 'Concurrent executions')"
  if (wanted !== null)
    return [
      fault(`${limit} ; en réserver ${wanted} en laisserait moins de ${LEFT_TO_OTHERS}.
${quota}, ou mettez originConcurrency: null dans infra/stages.ts.`),
    ]
  if (name === 'dev') return []
  return [
    warning(`${limit} : une classe qui se connecte ensemble reçoit des refus (docs/runbook.md, 'First deployment').
${quota}.`),
  ]
}
