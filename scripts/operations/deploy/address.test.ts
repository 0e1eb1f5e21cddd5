import { vi } from 'vitest'
import { type Aws, describedStack, refused, startAws, xml } from '../test-support/aws.ts'

vi.doMock('node:dns/promises', () => ({
  resolveNs: async () => {
    const { servers = SERVERS } = present
    if (typeof servers === 'string') throw Object.assign(new Error(servers), { code: servers })
    return servers
  },
}))
const { addressFindings } = await import('./address.ts')

const HOST = 'www.bac.ma'
const SERVERS = ['ns-1.awsdns.test', 'ns-2.awsdns.test']

type Present = {
  records?: [host: string, type: string, value: string][]
  holder?: string
  own?: [type: string, id: string, status?: string][]
  /** A text is the code of the failed look-up. */
  servers?: string[] | string
}
let present: Present
let aws: Aws
beforeAll(async () => {
  aws = await startAws(({ operation }) => {
    if (operation === 'DescribeStacks')
      return present.own ? describedStack() : refused('ValidationError', 'Stack with id s does not exist')
    if (operation === 'ListStackResources')
      return xml(
        operation,
        `<StackResourceSummaries>${(present.own ?? [])
          .map(
            ([type, id, status = 'CREATE_COMPLETE']) =>
              `<member><ResourceType>${type}</ResourceType><PhysicalResourceId>${id}</PhysicalResourceId><ResourceStatus>${status}</ResourceStatus></member>`,
          )
          .join('')}</StackResourceSummaries>`,
      )
    if (operation.endsWith('distribution')) return { status: 200, body: distributions(present.holder) }
    if (operation.endsWith('rrset')) return { status: 200, body: recordSets(present.records ?? []) }
    return {
      status: 200,
      body: `<GetHostedZoneResponse><DelegationSet><NameServers>${SERVERS.map((name) => `<NameServer>${name}</NameServer>`).join('')}</NameServers></DelegationSet></GetHostedZoneResponse>`,
    }
  })
  Object.assign(process.env, aws.environment)
})
afterAll(() => aws.stop())

const distributions = (holder = '') =>
  `<DistributionList><Items><DistributionSummary><Id>${holder}</Id><DomainName>d1.cloudfront.net</DomainName><Aliases><Items><CNAME>${holder && HOST}</CNAME></Items></Aliases></DistributionSummary></Items></DistributionList>`

const recordSets = (records: NonNullable<Present['records']>) =>
  `<ListResourceRecordSetsResponse><ResourceRecordSets>${records
    .map(
      ([host, type, value]) =>
        `<ResourceRecordSet><Name>${host}.</Name><Type>${type}</Type>${
          type === 'CNAME'
            ? `<ResourceRecords><ResourceRecord><Value>${value}</Value></ResourceRecord></ResourceRecords>`
            : `<AliasTarget><DNSName>${value}</DNSName></AliasTarget>`
        }</ResourceRecordSet>`,
    )
    .join('')}</ResourceRecordSets></ListResourceRecordSetsResponse>`

async function find(given: Present, hostedZone: { id: string; name: string } | undefined) {
  present = given
  const stage = { name: 'prod', siteOrigin: `https://${HOST}`, hostedZone } as const
  const findings = await addressFindings(stage, { region: 'eu-west-3' })
  return findings.map(({ kind, text }) => `${kind}: ${text}`)
}

const zone = { id: 'Z1', name: 'bac.ma' }
const own: Present['own'] = [
  ['AWS::CloudFront::Distribution', 'E1'],
  ['AWS::Route53::RecordSet', HOST],
]
const good: Present['records'] = [
  [HOST, 'A', 'd1.cloudfront.net.'],
  [HOST, 'AAAA', 'd1.cloudfront.net.'],
]

test.each<{ what: string; given: Present; says: string[] }>([
  { what: 'an empty zone', given: {}, says: [] },
  { what: 'records of other hosts', given: { records: [['bac.ma', 'A', 'x.']] }, says: [] },
  { what: 'records that a deployment made', given: { records: good, holder: 'E1', own }, says: [] },
  {
    what: 'a CNAME',
    given: { records: [[HOST, 'CNAME', 'ancien.test']] },
    says: ['fault: La zone bac.ma a déjà pour www.bac.ma : CNAME ancien.test.'],
  },
  {
    what: 'records after a rollback that removed ours',
    given: { records: good, own: [['AWS::Route53::RecordSet', HOST, 'DELETE_COMPLETE']] },
    says: ['fault: La zone bac.ma a déjà pour www.bac.ma : A d1.cloudfront.net., AAAA d1.cloudfront.net.'],
  },
  {
    what: 'another distribution with the address',
    given: { holder: 'E2' },
    says: ["fault: La distribution CloudFront E2 porte déjà l'adresse www.bac.ma."],
  },
  {
    what: 'other name servers',
    given: { servers: ['ns.registraire.test'] },
    says: ["fault: La zone bac.ma n'est pas déléguée à Route 53"],
  },
  {
    what: 'a delegation that was lost since',
    given: { servers: 'ENOTFOUND', records: good, holder: 'E1', own },
    says: ["warning: La zone bac.ma n'est pas déléguée à Route 53"],
  },
  { what: 'a DNS that is silent', given: { servers: 'ETIMEOUT' }, says: ['unchecked: le DNS ne répond pas'] },
  {
    what: 'a record that was changed by hand',
    given: { records: [[HOST, 'A', 'd9.cloudfront.net.'], ...good.slice(1)], holder: 'E1', own },
    says: ['warning: La zone bac.ma a pour www.bac.ma : A d9.cloudfront.net., AAAA d1.cloudfront.net.'],
  },
])('reports $says for $what', async ({ given, says }) => {
  const found = await find(given, zone)
  expect(found.map((text, index) => text.slice(0, says[index]?.length ?? 0))).toEqual(says)
})

test('asks nothing of Route 53 where the DNS is elsewhere', async () => {
  aws.calls.length = 0
  expect(await find({ records: good, servers: 'ENOTFOUND' }, undefined)).toEqual([])
  expect(aws.calls.filter(({ service }) => service === 'route53')).toEqual([])
})
