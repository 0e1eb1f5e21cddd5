import { Stack } from 'aws-cdk-lib'
import { Template as CdkTemplate } from 'aws-cdk-lib/assertions'
import { loadStage } from '../stages.ts'
import {
  createResources,
  everything,
  oneOf,
  type Stacks,
  synthesise,
  synthesiseWhole,
  type Template,
} from '../test-support/synthesise.ts'
import { appForTests } from '../test-support/templates.ts'
import { EdgeArns, needsEdgeStack } from './edge-stack.ts'

const { hostedZone, siteOrigin } = everything
const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/x'
const whole = synthesiseWhole()
const byHand = synthesise('dev', { siteOrigin, certificateArn })
const edge = whole.edge as Template

const configOf = ({ site }: Stacks) =>
  oneOf(site, 'AWS::CloudFront::Distribution').Properties['DistributionConfig'] as Record<string, unknown>
const readingsOf = (site: Template) =>
  Object.entries(createResources(site, 'Custom::EdgeParameter')).map(([id, { Properties }]) => ({
    id,
    call: JSON.parse(String(Properties['Update'])) as Record<string, unknown>,
  }))

test.each([
  { name: 'an address and a firewall', changes: { hostedZone, firewall: true }, needed: true },
  { name: 'an address alone', changes: { hostedZone }, needed: true },
  { name: 'a firewall alone', changes: { firewall: true }, needed: true },
  { name: 'an address whose certificate was made by hand', changes: { certificateArn }, needed: false },
  { name: 'neither', changes: {}, needed: false },
])('is needed with $name: $needed', ({ changes, needed }) => {
  expect(needsEdgeStack({ ...loadStage('dev', {}), siteOrigin, ...changes })).toBe(needed)
})

test('is not there, and nothing is read from it, where it is not needed', () => {
  expect([byHand.edge, readingsOf(byHand.site)]).toEqual([null, []])
})

test("its certificate covers the site's address, is validated in its zone, and is retained", () => {
  const { Properties, DeletionPolicy } = oneOf(edge, 'AWS::CertificateManager::Certificate')
  expect(Properties).toMatchObject({
    DomainName: 'www.exemple.test',
    ValidationMethod: 'DNS',
    DomainValidationOptions: [{ DomainName: 'www.exemple.test', HostedZoneId: hostedZone.id }],
  })
  // A distribution may still use it.
  expect(DeletionPolicy).toBe('RetainExceptOnCreate')
})

describe('the site stack', () => {
  test('reads both ARNs from the parameters of us-east-1, and may read no others', () => {
    const written = Object.values(createResources(edge, 'AWS::SSM::Parameter'))
    const names = written.map(({ Properties }) => String(Properties['Name'])).toSorted()
    expect(names).toEqual(['/revision/prod/certificate-arn/www.exemple.test', '/revision/prod/firewall-arn'])
    const calls = readingsOf(whole.site).map(({ call }) => call)
    expect(calls.map(({ parameters }) => (parameters as { Name: string }).Name).toSorted()).toEqual(names)
    for (const call of calls)
      expect(call).toMatchObject({ service: 'SSM', action: 'GetParameter', region: 'us-east-1' })
    const statements = Object.values(createResources(whole.site, 'AWS::IAM::Policy'))
      .flatMap(({ Properties }) => (Properties['PolicyDocument'] as { Statement: object[] }).Statement)
      .map((statement) => JSON.stringify(statement))
      .filter((statement) => statement.includes('us-east-1'))
    expect(statements.toSorted()).toEqual(
      names.map((name) => expect.stringMatching(new RegExp(`"ssm:GetParameter".*:parameter${name}"`))),
    )
  })

  // A new physical id makes CloudFormation read the parameter again.
  test.each(['www.exemple.test', 'exemple.test'])(
    'reads the certificate of %s under an id of its own',
    (host) => {
      const stack = new Stack(appForTests(), 'Site')
      const stage = { ...loadStage('dev', {}), siteOrigin: `https://${host}`, hostedZone }
      new EdgeArns(stack, 'EdgeArns', { stage })
      const [reading] = readingsOf(CdkTemplate.fromStack(stack))
      expect(reading?.call).toMatchObject({
        physicalResourceId: { id: `/revision/dev/certificate-arn/${host}` },
      })
    },
  )

  test.each([
    { made: 'by the deployment', stacks: whole, certificate: null },
    { made: 'by hand', stacks: byHand, certificate: certificateArn },
  ])('serves its address with TLS 1.2 and a certificate made $made', ({ stacks, certificate }) => {
    const read = readingsOf(stacks.site).find(({ id }) => id.includes('Certificate'))
    expect(configOf(stacks)).toMatchObject({
      Aliases: ['www.exemple.test'],
      ViewerCertificate: {
        AcmCertificateArn: certificate ?? { 'Fn::GetAtt': [read?.id, 'Parameter.Value'] },
        MinimumProtocolVersion: 'TLSv1.2_2021',
        SslSupportMethod: 'sni-only',
      },
    })
    const { SiteOrigin } = stacks.site.toJSON()['Outputs'] as Record<string, { Value: string }>
    expect(SiteOrigin?.Value).toBe(siteOrigin)
  })

  test('leads the address to the distribution over IPv4 and IPv6 where its zone is known', () => {
    const [distribution] = Object.keys(createResources(whole.site, 'AWS::CloudFront::Distribution'))
    const records = Object.values(createResources(whole.site, 'AWS::Route53::RecordSet'))
    expect(records.map(({ Properties }) => Properties['Type'])).toEqual(['A', 'AAAA'])
    for (const { Properties } of records)
      expect(Properties).toMatchObject({
        Name: 'www.exemple.test.',
        HostedZoneId: hostedZone.id,
        AliasTarget: { DNSName: { 'Fn::GetAtt': [distribution, 'DomainName'] } },
      })
    expect(createResources(byHand.site, 'AWS::Route53::RecordSet')).toEqual({})
  })
})
