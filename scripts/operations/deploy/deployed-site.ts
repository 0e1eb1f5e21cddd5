import { setTimeout as sleep } from 'node:timers/promises'
import {
  CloudFormationClient,
  paginateListStackResources,
  type StackResourceSummary,
} from '@aws-sdk/client-cloudformation'
import { CloudFrontClient, GetDistributionCommand, GetKeyGroupCommand } from '@aws-sdk/client-cloudfront'
import { DescribeSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import * as v from 'valibot'
import { stackId, stageNames } from '#infra/names.ts'
import { KEY_SLOTS } from '#infra/signing-keys.ts'
import type { StageName } from '#infra/stages.ts'
import { getHealth } from '#shared/contract/catalogue.ts'
import { nullAfter } from '../stage-access.ts'
import { findStack, type RegionAccess } from './account.ts'
import { type Finding, fault } from './configuration.ts'

export type DeployedSite = {
  origin: string
  /** The distribution's own address, which does not depend on DNS. */
  ownOrigin: string
  keyGroupId: string
  publicKeyIds: string[]
}

/** @throws Error when the site's stack is not there */
export async function readDeployedSite(stage: StageName, access: RegionAccess): Promise<DeployedSite> {
  const name = stackId(stage, 'Site')
  const stack = await findStack(access, name)
  const origin = stack?.Outputs?.find(({ OutputKey }) => OutputKey === 'SiteOrigin')?.OutputValue
  const resources = await listResources(access, name)
  const idsOf = (type: string) =>
    resources.flatMap(({ ResourceType, PhysicalResourceId: id }) => (ResourceType === type && id ? [id] : []))
  const [distributionId] = idsOf('AWS::CloudFront::Distribution')
  const [keyGroupId] = idsOf('AWS::CloudFront::KeyGroup')
  if (!origin || !distributionId || !keyGroupId)
    throw new Error(`${name} n'est pas complet : relancez la commande.`)
  const cloudFront = new CloudFrontClient(access)
  const { Distribution } = await cloudFront.send(new GetDistributionCommand({ Id: distributionId }))
  const ownOrigin = `https://${Distribution?.DomainName}`
  return { origin, ownOrigin, keyGroupId, publicKeyIds: idsOf('AWS::CloudFront::PublicKey') }
}

/** After a rollback CloudFormation lists removed ones, too. */
export async function listResources(
  access: RegionAccess,
  StackName: string,
): Promise<StackResourceSummary[]> {
  const client = new CloudFormationClient(access)
  const resources: StackResourceSummary[] = []
  for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client }, { StackName }))
    resources.push(
      ...StackResourceSummaries.filter(({ ResourceStatus }) => ResourceStatus !== 'DELETE_COMPLETE'),
    )
  return resources
}

/** No key is read. */
export async function signingKeyFindings(
  stage: StageName,
  { keyGroupId, publicKeyIds }: DeployedSite,
  access: RegionAccess,
): Promise<Finding[]> {
  const cloudFront = new CloudFrontClient(access)
  const { KeyGroup } = await cloudFront.send(new GetKeyGroupCommand({ Id: keyGroupId }))
  const trusted = KeyGroup?.KeyGroupConfig?.Items ?? []
  const { signingKeys } = stageNames(stage).secrets
  const written = await Promise.all(KEY_SLOTS.map((slot) => wasWritten(signingKeys[slot], access)))
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
}

/** A secret that was changed since its creation has an earlier version. */
export async function wasWritten(SecretId: string, access: RegionAccess): Promise<boolean> {
  const call = new SecretsManagerClient(access).send(new DescribeSecretCommand({ SecretId }))
  const secret = await nullAfter(['ResourceNotFoundException'], call)
  return Object.values(secret?.VersionIdsToStages ?? {})
    .flat()
    .includes('AWSPREVIOUS')
}

const EVERY_MS = 5_000
/** A new distribution answers within some minutes. */
const PATIENCE_MS = 10 * 60_000
const ONE_CALL_MS = 10_000

const Config = v.object({ stage: v.string(), userPoolId: v.pipe(v.string(), v.nonEmpty()) })

export type Waiting = { signal: AbortSignal; everyMs?: number; patienceMs?: number }

/** @throws Error that says what did not answer, or the signal's reason */
export async function awaitAnswers(
  origin: string,
  stage: StageName,
  { signal, everyMs = EVERY_MS, patienceMs = PATIENCE_MS }: Waiting,
): Promise<void> {
  const until = Date.now() + patienceMs
  for (;;) {
    const missing = await missingAnswer(origin, stage, signal)
    if (missing === null) return
    if (Date.now() > until)
      throw new Error(`${missing}\nRelancez la commande dans quelques minutes ; sinon voyez docs/runbook.md.`)
    await sleep(everyMs, undefined, { signal }).catch(() => signal.throwIfAborted())
  }
}

/** Returns a sentence about the first wrong answer; null when all are right. */
export async function missingAnswer(
  origin: string,
  stage: StageName,
  signal: AbortSignal,
): Promise<string | null> {
  const health = await read(`${origin}${getHealth.path}`, signal)
  if (!v.is(getHealth.response, health)) return `${origin}${getHealth.path} ne répond pas encore.`
  const config = await read(`${origin}/config.json`, signal)
  if (!v.is(Config, config)) return `${origin}/config.json ne répond pas encore.`
  return config.stage === stage ? null : `${origin} est l'installation '${config.stage}', pas '${stage}'.`
}

async function read(url: string, signal: AbortSignal): Promise<unknown> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(ONE_CALL_MS)]) })
    return answer.ok ? await answer.json() : null
  } catch {
    signal.throwIfAborted()
    return null
  }
}
