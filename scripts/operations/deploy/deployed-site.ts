import {
  CloudFormationClient,
  paginateListStackResources,
  type StackResourceSummary,
} from '@aws-sdk/client-cloudformation'
import { CloudFrontClient, GetDistributionCommand, GetKeyGroupCommand } from '@aws-sdk/client-cloudfront'
import {
  DescribeSecretCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import { stackId, stageNames } from '#infra/names.ts'
import { KEY_SLOTS } from '#infra/signing-keys.ts'
import type { Stage, StageName } from '#infra/stages.ts'
import { type Finding, fault } from './finding.ts'
import { findStack, type Looking } from './region.ts'

/** What a deployment of the site has made. */
export type DeployedSite = {
  /** As its visitors write it. */
  origin: string
  /** The distribution's own address, which answers whatever the DNS says. */
  ownOrigin: string
  keyGroupId: string
  publicKeyIds: string[]
}

/** @throws Error when the site's stack is not there */
export async function readDeployedSite(stage: StageName, looking: Looking): Promise<DeployedSite> {
  const name = stackId(stage, 'Site')
  const stack = await findStack(looking, name)
  const origin = stack?.Outputs?.find(({ OutputKey }) => OutputKey === 'SiteOrigin')?.OutputValue
  const resources = await createResources(looking, name)
  const idsOf = (type: string) =>
    resources.flatMap(({ ResourceType, PhysicalResourceId: id }) => (ResourceType === type && id ? [id] : []))
  const [distributionId] = idsOf('AWS::CloudFront::Distribution')
  const [keyGroupId] = idsOf('AWS::CloudFront::KeyGroup')
  if (!origin || !distributionId || !keyGroupId)
    throw new Error(`${name} n'est pas complet : relancez la commande.`)
  return {
    origin,
    ownOrigin: await ownOriginOf(looking, distributionId),
    keyGroupId,
    publicKeyIds: idsOf('AWS::CloudFront::PublicKey'),
  }
}

async function createResources(looking: Looking, StackName: string): Promise<StackResourceSummary[]> {
  const client = new CloudFormationClient(looking)
  try {
    const resources: StackResourceSummary[] = []
    for await (const page of paginateListStackResources({ client }, { StackName }))
      resources.push(...(page.StackResourceSummaries ?? []))
    return resources
  } finally {
    client.destroy()
  }
}

async function ownOriginOf(looking: Looking, Id: string): Promise<string> {
  const cloudFront = new CloudFrontClient(looking)
  try {
    const { Distribution } = await cloudFront.send(new GetDistributionCommand({ Id }))
    return `https://${Distribution?.DomainName}`
  } finally {
    cloudFront.destroy()
  }
}

/**
 * Whether links can be signed: each slot's private key was written into its secret by the deployment, and CloudFront
 * trusts every public key. Reads no key.
 */
export async function signingKeyFindings(
  stage: StageName,
  { keyGroupId, publicKeyIds }: DeployedSite,
  looking: Looking,
): Promise<Finding[]> {
  const cloudFront = new CloudFrontClient(looking)
  try {
    const { KeyGroup } = await cloudFront.send(new GetKeyGroupCommand({ Id: keyGroupId }))
    const trusted = KeyGroup?.KeyGroupConfig?.Items ?? []
    const { signingKeys } = stageNames(stage).secrets
    const written = await Promise.all(KEY_SLOTS.map((slot) => wasWritten(signingKeys[slot], looking)))
    return [
      ...KEY_SLOTS.filter((_, index) => !written[index]).map((slot) =>
        fault(
          `Le secret ${signingKeys[slot]} ne contient pas de clé : npm run rotate-signing-key -- --stage ${stage}`,
        ),
      ),
      ...(publicKeyIds.length < KEY_SLOTS.length || publicKeyIds.some((id) => !trusted.includes(id))
        ? [
            fault(
              `CloudFront ne connaît pas toutes les clés publiques (groupe ${keyGroupId}) : relancez la commande.`,
            ),
          ]
        : []),
    ]
  } finally {
    cloudFront.destroy()
  }
}

/** Whether the stage's Google credentials are still to be put in. */
export async function lacksDriveCredentials(
  { name, deliveryMode }: Stage,
  looking: Looking,
): Promise<boolean> {
  return deliveryMode === 'stream' && !(await wasWritten(stageNames(name).secrets.driveCredentials, looking))
}

/** Whether a secret holds another value than the one that was generated with it: then it has a version before. */
async function wasWritten(SecretId: string, looking: Looking): Promise<boolean> {
  const secrets = new SecretsManagerClient(looking)
  try {
    const { VersionIdsToStages = {} } = await secrets.send(new DescribeSecretCommand({ SecretId }))
    return Object.values(VersionIdsToStages).flat().includes('AWSPREVIOUS')
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return false
    throw error
  } finally {
    secrets.destroy()
  }
}
