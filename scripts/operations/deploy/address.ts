import { resolveNs } from 'node:dns/promises'
import { CloudFrontClient, ListDistributionsCommand } from '@aws-sdk/client-cloudfront'
import { GetHostedZoneCommand, ListResourceRecordSetsCommand, Route53Client } from '@aws-sdk/client-route-53'
import { stackId } from '#infra/names.ts'
import type { Stage } from '#infra/stages.ts'
import { findStack, type RegionAccess } from './account.ts'
import { type Finding, fault, unchecked, warning } from './configuration.ts'
import { listResources } from './deployed-site.ts'

/** Also finds records that were changed by hand. */
export async function addressFindings(
  { name, siteOrigin, hostedZone }: Pick<Stage, 'name' | 'siteOrigin' | 'hostedZone'>,
  access: RegionAccess,
): Promise<Finding[]> {
  if (siteOrigin === undefined) return []
  const host = new URL(siteOrigin).hostname
  const site = stackId(name, 'Site')
  const own = (await findStack(access, site)) ? await listResources(access, site) : []
  const owns = (id: string | undefined) => own.some(({ PhysicalResourceId }) => PhysicalResourceId === id)
  // Lists up to a hundred; an account has one distribution for each stage.
  const { DistributionList } = await new CloudFrontClient(access).send(new ListDistributionsCommand({}))
  const holder = DistributionList?.Items?.find(({ Aliases }) => Aliases?.Items?.includes(host))
  const findings: Finding[] = []
  if (holder && !owns(holder.Id))
    findings.push(
      fault(`La distribution CloudFront ${holder.Id} porte déjà l'adresse ${host}.
Retirez-la de ses 'Alternate domain names', ou choisissez un autre siteOrigin.`),
    )
  if (!hostedZone) return findings
  const route53 = new Route53Client(access)
  // The deployment's own record is named by its host.
  const isOwn = owns(host)
  const { DelegationSet } = await route53.send(new GetHostedZoneCommand({ Id: hostedZone.id }))
  const { NameServers = [] } = DelegationSet ?? {}
  findings.push(...(await delegationFindings(hostedZone.name, NameServers, isOwn ? warning : fault)))
  const { ResourceRecordSets = [] } = await route53.send(
    new ListResourceRecordSetsCommand({ HostedZoneId: hostedZone.id, StartRecordName: host }),
  )
  const records = ResourceRecordSets.filter(
    ({ Name, Type = '' }) => Name === `${host}.` && ['A', 'AAAA', 'CNAME'].includes(Type),
  ).map(({ Type, AliasTarget, ResourceRecords = [] }) =>
    [Type, AliasTarget?.DNSName ?? ResourceRecords.map(({ Value }) => Value)].join(' '),
  )
  const target = `${holder?.DomainName}.`
  if (!isOwn && records.length > 0)
    findings.push(
      fault(`La zone ${hostedZone.name} a déjà pour ${host} : ${records.join(', ')}.
Supprimez-le si plus rien ne s'en sert, ou choisissez un autre siteOrigin.`),
    )
  if (isOwn && !['A', 'AAAA'].every((type) => records.includes(`${type} ${target}`)))
    findings.push(
      warning(`La zone ${hostedZone.name} a pour ${host} : ${records.join(', ') || 'rien'}.
Remettez A et AAAA, alias de ${target} : un déploiement ne corrige pas ce qui a été changé à la main.`),
    )
  return findings
}

/** Without delegation a certificate waits for its validation until CloudFormation gives up after hours. */
async function delegationFindings(
  zone: string,
  wanted: readonly string[],
  report: typeof fault,
): Promise<Finding[]> {
  try {
    const servers = await resolveNs(zone)
    if (servers.some((server) => wanted.includes(server.toLowerCase()))) return []
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!['ENOTFOUND', 'ENODATA', 'ESERVFAIL'].includes(code))
      return [unchecked(`le DNS ne répond pas (${code}) : la zone ${zone} est-elle déléguée ?`)]
  }
  return [
    report(`La zone ${zone} n'est pas déléguée à Route 53 : son certificat ne serait pas validé.
Chez le registraire, donnez à ${zone} les serveurs de noms ${wanted.join(', ')}.`),
  ]
}
