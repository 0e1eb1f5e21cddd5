import {
  CloudFormationClient,
  CloudFormationServiceException,
  DescribeStacksCommand,
  type Stack,
} from '@aws-sdk/client-cloudformation'
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda'
import {
  AssumeRoleCommand,
  GetCallerIdentityCommand,
  STSClient,
  STSServiceException,
} from '@aws-sdk/client-sts'
import type { Stage } from '#infra/stages.ts'
import type { BuiltStack } from '../cdk.ts'
import { isWithoutCredentials, NO_CREDENTIALS } from '../command-line.ts'
import { type Finding, fault } from './configuration.ts'

/** A machine without a network fails at once. */
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

/** The stack that `cdk bootstrap` makes, and the qualifier in the names of its roles. */
const TOOLKIT = 'CDKToolkit'
const QUALIFIER = 'hnb659fds'

type Credentials = { accessKeyId: string; secretAccessKey: string; sessionToken: string }

/** How clients of the SDK read what is deployed in a region. */
export type RegionAccess = { region: string; credentials?: Credentials }

/**
 * Checks that `cdk bootstrap` was run in every region that stacks go to.
 * @returns what forbids the deployment, and how to read the site's own region when nothing does
 */
export async function checkRegions(
  stacks: readonly BuiltStack[],
  { account, home }: { account: string; home: string },
): Promise<{ findings: Finding[]; access: RegionAccess | null }> {
  const findings: Finding[] = []
  let access: RegionAccess | null = null
  for (const [region, its] of Map.groupBy(stacks, (stack) => stack.region)) {
    const found = await readBootstrap(region, account)
    if (!found || found.version < Math.max(...its.map(({ neededBootstrap }) => neededBootstrap)))
      findings.push(
        fault(`Le CDK n'est pas prêt en ${region}, ou ces identifiants n'y ont pas droit.
Avec des droits d'administration : npx cdk bootstrap aws://${account}/${region}`),
      )
    else if (region === home) access = found.access
  }
  return { findings, access }
}

/**
 * Reads a region with the operator's own credentials; where these may only deploy (the role of GitHub Actions), with the
 * lookup role that `cdk bootstrap` made. Null: not bootstrapped, or both are denied.
 */
async function readBootstrap(
  region: string,
  account: string,
): Promise<{ version: number; access: RegionAccess } | null> {
  let access: RegionAccess = { region }
  let toolkit: Stack | null
  try {
    toolkit = await findStack(access, TOOLKIT)
  } catch (error) {
    if (!isDenied(error)) throw error
    const credentials = await assumeLookupRole(region, account)
    if (!credentials) return null
    access = { region, credentials }
    toolkit = await findStack(access, TOOLKIT)
  }
  const version = toolkit?.Outputs?.find(({ OutputKey }) => OutputKey === 'BootstrapVersion')?.OutputValue
  return version === undefined ? null : { version: Number(version), access }
}

/** A stack as it is deployed; null when there is none. */
export async function findStack(access: RegionAccess, StackName: string): Promise<Stack | null> {
  const cloudFormation = new CloudFormationClient(access)
  try {
    const { Stacks = [] } = await cloudFormation.send(new DescribeStacksCommand({ StackName }))
    return Stacks[0] ?? null
  } catch (error) {
    // CloudFormation has no error of its own for it.
    const isMissing = error instanceof CloudFormationServiceException && error.name === 'ValidationError'
    if (isMissing && error.message.includes('does not exist')) return null
    throw error
  }
}

async function assumeLookupRole(region: string, account: string): Promise<Credentials | null> {
  const sts = new STSClient({ region })
  try {
    const { Credentials: keys } = await sts.send(
      new AssumeRoleCommand({
        RoleArn: `arn:aws:iam::${account}:role/cdk-${QUALIFIER}-lookup-role-${account}-${region}`,
        RoleSessionName: 'deploy',
      }),
    )
    const { AccessKeyId = '', SecretAccessKey = '', SessionToken = '' } = keys ?? {}
    return { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: SessionToken }
  } catch (error) {
    if (isDenied(error)) return null
    throw error
  }
}

/** Whether AWS knows the caller and refuses; each service has its own name for it. */
function isDenied(error: unknown): boolean {
  return error instanceof Error && /^AccessDenied(?:Exception)?$|^UnauthorizedOperation$/.test(error.name)
}

/** Lambda refuses a reservation that leaves fewer to all other functions. */
const LEFT_TO_OTHERS = 100

/**
 * Whether the account has room for what the stage reserves for its streaming origin. A new account has none, and would
 * only say so in the middle of a deployment.
 */
export async function concurrencyFindings(
  { originConcurrency: wanted }: Pick<Stage, 'originConcurrency'>,
  access: RegionAccess,
): Promise<Finding[]> {
  if (wanted === null) return []
  const lambda = new LambdaClient(access)
  const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand({}))
  const limit = AccountLimit?.ConcurrentExecutions ?? 0
  if (limit - wanted >= LEFT_TO_OTHERS) return []
  return [
    fault(`Ce compte permet ${limit} exécutions à la fois ; en réserver ${wanted} en laisserait moins de ${LEFT_TO_OTHERS}.
Demandez plus (console Service Quotas, AWS Lambda, 'Concurrent executions'), ou mettez originConcurrency: null dans infra/stages.ts.`),
  ]
}
