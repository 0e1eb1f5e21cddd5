import type { Stage } from '../stages.ts'
import { createResources, oneOf, type Stacks, synthesise, type Template } from '../test-support/synthesise.ts'

const addressed = (siteOrigin: string): Partial<Stage> => ({
  siteOrigin,
  hostedZone: { id: 'Z0123456789ABC', name: 'exemple.test' },
})
const whole = synthesise('prod', {}, { ...addressed('https://www.exemple.test'), firewall: true })
const withoutFirewall = synthesise('dev', {}, addressed('https://www.exemple.test'))
const moved = synthesise('dev', {}, addressed('https://exemple.test'))
const byHand = synthesise(
  'dev',
  {},
  {
    siteOrigin: 'https://www.exemple.test',
    certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/x',
  },
)

function edgeOf({ edge }: Stacks): Template {
  if (!edge) throw new Error('There is no edge stack')
  return edge
}
const outputsOf = (template: Template): Record<string, Record<string, unknown>> =>
  template.toJSON()['Outputs'] ?? {}
const configOf = ({ site }: Stacks) =>
  oneOf(site, 'AWS::CloudFront::Distribution').Properties['DistributionConfig'] as Record<string, unknown>
/** Parameters that the site stack reads from other regions. */
const readingsOf = ({ site }: Stacks) =>
  Object.entries(createResources(site, 'Custom::EdgeParameter')).map(([id, { Properties }]) => ({
    id,
    call: JSON.parse(String(Properties['Update'])) as Record<string, unknown>,
  }))

test.each([
  { name: 'an address and a firewall', stacks: whole, parts: [1, 1] },
  { name: 'an address alone', stacks: withoutFirewall, parts: [1, 0] },
  { name: 'a firewall alone', stacks: synthesise('prod', {}, { firewall: true }), parts: [0, 1] },
])('with $name it contains the resources that CloudFront needs in us-east-1', ({ stacks, parts }) => {
  const edge = edgeOf(stacks)
  const count = (type: string) => Object.keys(createResources(edge, type)).length
  expect(['AWS::CertificateManager::Certificate', 'AWS::WAFv2::WebACL'].map(count)).toEqual(parts)
})

test.each([
  { name: 'an address whose certificate was made by hand', stacks: byHand },
  { name: 'neither', stacks: synthesise('dev') },
])('with $name there is none', ({ stacks }) => {
  expect(stacks.edge).toBeNull()
  expect(readingsOf(stacks)).toEqual([])
})

describe('the certificate', () => {
  const certificate = oneOf(edgeOf(whole), 'AWS::CertificateManager::Certificate')

  test("covers the site's address and is validated in its zone", () => {
    expect(certificate.Properties).toMatchObject({
      DomainName: 'www.exemple.test',
      ValidationMethod: 'DNS',
      DomainValidationOptions: [{ DomainName: 'www.exemple.test', HostedZoneId: 'Z0123456789ABC' }],
    })
  })

  test('is retained, since a distribution may still use it', () => {
    expect(certificate.DeletionPolicy).toBe('RetainExceptOnCreate')
  })
})

describe('the site stack', () => {
  test('reads both ARNs from the parameters of us-east-1', () => {
    const written = Object.values(createResources(edgeOf(whole), 'AWS::SSM::Parameter'))
    const names = written.map(({ Properties }) => String(Properties['Name']))
    expect(names.toSorted()).toEqual([
      '/revision/prod/certificate-arn/www.exemple.test',
      '/revision/prod/firewall-arn',
    ])
    const calls = readingsOf(whole).map(({ call }) => call)
    expect(calls.map(({ parameters }) => (parameters as { Name: string }).Name).toSorted()).toEqual(
      names.toSorted(),
    )
    for (const call of calls)
      expect(call).toMatchObject({ service: 'SSM', action: 'GetParameter', region: 'us-east-1' })
  })

  test('may read only those parameters', () => {
    const statements = Object.values(createResources(whole.site, 'AWS::IAM::Policy'))
      .flatMap(({ Properties }) => (Properties['PolicyDocument'] as { Statement: object[] }).Statement)
      .map((statement) => JSON.stringify(statement))
      .filter((statement) => statement.includes('us-east-1'))
    expect(statements.toSorted()).toEqual([
      expect.stringMatching(
        /"ssm:GetParameter".*:parameter\/revision\/prod\/certificate-arn\/www.exemple.test"/,
      ),
      expect.stringMatching(/"ssm:GetParameter".*:parameter\/revision\/prod\/firewall-arn"/),
    ])
  })

  // A new physical id makes CloudFormation read the parameter again.
  test('reads the certificate again when the address changes', () => {
    const [before, after] = [withoutFirewall, moved].map((stacks) => readingsOf(stacks)[0]?.call)
    expect(before).toMatchObject({
      physicalResourceId: { id: '/revision/dev/certificate-arn/www.exemple.test' },
    })
    expect(after).toMatchObject({ physicalResourceId: { id: '/revision/dev/certificate-arn/exemple.test' } })
  })

  test.each([
    { name: 'made by the deployment', stacks: withoutFirewall, certificate: 'read' },
    { name: 'made by hand', stacks: byHand, certificate: 'arn:aws:acm:us-east-1:123456789012:certificate/x' },
  ])('serves the address with TLS 1.2 and later and a certificate $name', ({ stacks, certificate }) => {
    const { Aliases, ViewerCertificate } = configOf(stacks)
    expect(Aliases).toEqual(['www.exemple.test'])
    expect(ViewerCertificate).toEqual({
      AcmCertificateArn:
        certificate === 'read'
          ? { 'Fn::GetAtt': [readingsOf(stacks)[0]?.id, 'Parameter.Value'] }
          : certificate,
      MinimumProtocolVersion: 'TLSv1.2_2021',
      SslSupportMethod: 'sni-only',
    })
  })

  test.each([
    { stacks: whole, host: 'www.exemple.test.' },
    { stacks: moved, host: 'exemple.test.' },
  ])('leads $host to the distribution over IPv4 and IPv6', ({ stacks, host }) => {
    const [distribution] = Object.keys(createResources(stacks.site, 'AWS::CloudFront::Distribution'))
    const records = Object.values(createResources(stacks.site, 'AWS::Route53::RecordSet'))
    expect(records.map(({ Properties }) => Properties['Type'])).toEqual(['A', 'AAAA'])
    for (const { Properties } of records)
      expect(Properties).toMatchObject({
        Name: host,
        HostedZoneId: 'Z0123456789ABC',
        AliasTarget: { DNSName: { 'Fn::GetAtt': [distribution, 'DomainName'] } },
      })
  })

  test('creates no DNS record without a hosted zone and outputs the target instead', () => {
    expect(createResources(byHand.site, 'AWS::Route53::RecordSet')).toEqual({})
    for (const stacks of [byHand, whole])
      expect(outputsOf(stacks.site)['SiteOrigin']?.['Value']).toBe('https://www.exemple.test')
  })
})
