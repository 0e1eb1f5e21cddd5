import {
  CloudFormationClient,
  CloudFormationServiceException,
  DescribeStacksCommand,
  type Stack,
} from '@aws-sdk/client-cloudformation'
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts'
import type { BuiltStack } from './assembly.ts'
import { type Finding, fault } from './finding.ts'

/** The stack that `cdk bootstrap` makes, and the qualifier in the names of its roles. */
const TOOLKIT = 'CDKToolkit'
const QUALIFIER = 'hnb659fds'

type Keys = { accessKeyId: string; secretAccessKey: string; sessionToken: string }

/** How the SDK's clients look at a region of the account. */
export type Looking = { region: string; credentials?: Keys }

/** Whether the CDK may deploy to a region: what `cdk bootstrap` made there, and how to look at what is deployed. */
type Region =
  | { kind: 'prepared'; version: number; looking: Looking }
  /** Or these credentials may neither look nor deploy there. */
  | { kind: 'unprepared' }

/**
 * Looks at a region with the operator's own credentials; where these may only deploy (the role of GitHub Actions), with
 * the role that `cdk bootstrap` made for looking.
 */
async function lookAt(region: string, account: string): Promise<Region> {
  try {
    return await withLooking({ region })
  } catch (error) {
    if (!isDenied(error)) throw error
  }
  const credentials = await lookupRole(region, account)
  return credentials ? withLooking({ region, credentials }) : { kind: 'unprepared' }
}

/**
 * Looks at every region that stacks go to.
 * @returns what keeps them from being deployed, and how to look at the site's own region when nothing does
 */
export async function checkRegions(
  stacks: readonly BuiltStack[],
  { account, home }: { account: string; home: string },
): Promise<{ findings: Finding[]; looking: Looking | null }> {
  const findings: Finding[] = []
  let looking: Looking | null = null
  for (const region of new Set(stacks.map((stack) => stack.region))) {
    const needed = Math.max(
      ...stacks.filter((each) => each.region === region).map((each) => each.neededBootstrap),
    )
    const found = await lookAt(region, account)
    const isReady = found.kind === 'prepared' && found.version >= needed
    if (!isReady)
      findings.push(
        fault(`Le CDK n'est pas prêt en ${region}, ou ces identifiants n'y ont pas droit.
Avec des droits d'administration : npx cdk bootstrap aws://${account}/${region}`),
      )
    if (isReady && region === home) looking = found.looking
  }
  return { findings, looking }
}

async function withLooking(looking: Looking): Promise<Region> {
  const toolkit = await findStack(looking, TOOLKIT)
  const version = toolkit?.Outputs?.find(({ OutputKey }) => OutputKey === 'BootstrapVersion')?.OutputValue
  return version === undefined
    ? { kind: 'unprepared' }
    : { kind: 'prepared', version: Number(version), looking }
}

/** A stack as it is deployed; null when there is none. */
export async function findStack(looking: Looking, StackName: string): Promise<Stack | null> {
  const cloudFormation = new CloudFormationClient(looking)
  try {
    const { Stacks = [] } = await cloudFormation.send(new DescribeStacksCommand({ StackName }))
    return Stacks[0] ?? null
  } catch (error) {
    // CloudFormation has no error of its own for it.
    const isMissing = error instanceof CloudFormationServiceException && error.name === 'ValidationError'
    if (isMissing && error.message.includes('does not exist')) return null
    throw error
  } finally {
    cloudFormation.destroy()
  }
}

async function lookupRole(region: string, account: string): Promise<Keys | null> {
  const sts = new STSClient({ region })
  try {
    const { Credentials: keys } = await sts.send(
      new AssumeRoleCommand({
        RoleArn: `arn:aws:iam::${account}:role/cdk-${QUALIFIER}-lookup-role-${account}-${region}`,
        RoleSessionName: 'deploy',
      }),
    )
    if (!keys?.AccessKeyId || !keys.SecretAccessKey || !keys.SessionToken) return null
    return {
      accessKeyId: keys.AccessKeyId,
      secretAccessKey: keys.SecretAccessKey,
      sessionToken: keys.SessionToken,
    }
  } catch (error) {
    if (isDenied(error)) return null
    throw error
  } finally {
    sts.destroy()
  }
}

/** Whether AWS knows who asks and says no; each service has its own name for it. */
function isDenied(error: unknown): boolean {
  return error instanceof Error && /^AccessDenied(?:Exception)?$|^UnauthorizedOperation$/.test(error.name)
}
