import * as v from 'valibot'
import { AccountEnvironment, ReconcileEnvironment } from '#functions/account/environment.ts'
import { AdminEnvironment } from '#functions/admin/environment.ts'
import { CatalogueEnvironment } from '#functions/catalogue/environment.ts'
import { CopiesEnvironment } from '#functions/copies/environment.ts'
import { CheckEnvironment, DocumentsEnvironment } from '#functions/documents/environment.ts'
import { FilesEnvironment, OriginEnvironment } from '#functions/files/environment.ts'
import { IdentityEnvironment, PreSignUpEnvironment } from '#functions/identity/environment.ts'
import { MailsEnvironment } from '#functions/mails/environment.ts'
import { ProbeEnvironment } from '#functions/probe/environment.ts'
import { ProgressEnvironment } from '#functions/progress/environment.ts'
import { PublisherEnvironment } from '#functions/publishing/environment.ts'
import { SessionEnvironment } from '#functions/session/environment.ts'
import { SigningKeyEnvironment } from '#functions/signing-key/environment.ts'
import { routes } from '#shared/contract/routes.ts'
import { STAGE_NAMES } from '../stages.ts'
import {
  createResources,
  environmentOf,
  functionsOf,
  oneOf,
  type Resource,
  referred,
  synthesise,
} from '../test-support/synthesise.ts'

const stacks = synthesise('prod')
const { site } = stacks

describe('the gateway', () => {
  const gatewayRoutes = Object.values(createResources(site, 'AWS::ApiGatewayV2::Route')).map(
    ({ Properties }) => Properties,
  )

  /** Returns the function behind a route, by its short name. */
  function servedBy(target: unknown): string | undefined {
    const integrationId = /"Ref":"([^"]+)"/.exec(JSON.stringify(target))?.[1]
    const uri = JSON.stringify(referred(site, { Ref: integrationId }).Properties['IntegrationUri'])
    return Object.entries(functionsOf(stacks)).find(([, { id }]) => uri.includes(`"${id}"`))?.[0]
  }

  test.each(Object.entries(routes))('routes %s to its function', (_name, { method, path, capability }) => {
    const own = gatewayRoutes.filter(({ RouteKey }) => RouteKey === `${method} ${path}`)
    expect(own.map(({ Target }) => servedBy(Target))).toEqual([capability])
  })

  test('sends unknown paths to the catalogue and has no other route', () => {
    const rest = gatewayRoutes.filter(({ RouteKey }) => RouteKey === '$default')
    expect(rest.map(({ Target }) => servedBy(Target))).toEqual(['catalogue'])
    expect(gatewayRoutes).toHaveLength(Object.keys(routes).length + 1)
  })

  test('has no throttle per route and logs calls anonymously', () => {
    const { RouteSettings, AccessLogSettings, DefaultRouteSettings } = oneOf(
      site,
      'AWS::ApiGatewayV2::Stage',
    ).Properties
    expect(DefaultRouteSettings).toMatchObject({ ThrottlingRateLimit: 2000, ThrottlingBurstLimit: 4000 })
    expect(RouteSettings).toBeUndefined()
    expect(JSON.stringify(AccessLogSettings)).not.toMatch(/sourceIp|context\.path|authorization|header/i)
  })

  test('has no CORS', () => {
    expect(oneOf(site, 'AWS::ApiGatewayV2::Api').Properties).not.toHaveProperty('CorsConfiguration')
  })
})

describe('the functions', () => {
  const schemas: Record<string, v.GenericSchema> = {
    session: SessionEnvironment,
    account: AccountEnvironment,
    progress: ProgressEnvironment,
    catalogue: CatalogueEnvironment,
    files: FilesEnvironment,
    origin: OriginEnvironment,
    copies: CopiesEnvironment,
    admin: AdminEnvironment,
    documents: DocumentsEnvironment,
    'check-documents': CheckEnvironment,
    mails: MailsEnvironment,
    'pre-sign-up': PreSignUpEnvironment,
    'post-confirmation': IdentityEnvironment,
    'post-authentication': IdentityEnvironment,
    'reconcile-accounts': ReconcileEnvironment,
    'signing-key': SigningKeyEnvironment,
    probe: ProbeEnvironment,
    publisher: PublisherEnvironment,
  }

  test.each(
    STAGE_NAMES.flatMap((stage) =>
      Object.keys(functionsOf(synthesise(stage))).map((name) => ({ stage, name })),
    ),
  )('$name of $stage gets the environment that it declares', ({ stage, name }) => {
    const resource = functionsOf(synthesise(stage))[name] as Resource
    const schema = schemas[name]
    if (!schema) throw new Error(`No schema for ${name}`)
    const environment = environmentOf(resource)
    expect(v.safeParse(schema, environment).issues).toBeUndefined()
    expect(environment).toMatchObject({
      POWERTOOLS_SERVICE_NAME: name,
      POWERTOOLS_METRICS_NAMESPACE: `Revision/${stage}`,
    })
  })

  test.each(Object.entries(functionsOf(stacks)))(
    '%s runs on Node 24 and arm64 with its own log group',
    (name, resource) => {
      expect(resource.Properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        LoggingConfig: { LogFormat: 'JSON', LogGroup: { Ref: expect.any(String) } },
      })
      const logs = [stacks.data, stacks.site]
        .flatMap((template) => Object.values(createResources(template, 'AWS::Logs::LogGroup')))
        .find(({ Properties }) => Properties['LogGroupName'] === `/aws/lambda/revision-prod-${name}`)
      expect(logs?.Properties['RetentionInDays']).toBe(365)
    },
  )

  test.each([
    {
      name: 'prod',
      origin: /^\{"Fn::Join":\["",\["https:\/\/",\{"Fn::GetAtt":\["EdgeDistribution\w+","DomainName"/,
    },
    { name: 'local', origin: /^"http:\/\/localhost:3000"$/ },
  ] as const)("tickets of $name are signed for the site's address", ({ name, origin }) => {
    const { Environment } = functionsOf(synthesise(name))['files']?.Properties ?? {}
    const { Variables } = Environment as { Variables: Record<string, unknown> }
    expect(JSON.stringify(Variables['SITE_ORIGIN'])).toMatch(origin)
  })
})

test.each([
  { name: 'prod', expected: { origin: 180, copies: 20 } },
  { name: 'dev', expected: {} },
] as const)(
  'the streaming origins of $name have $expected calls to themselves, no other function any',
  (each) => {
    const reserved = Object.entries(functionsOf(synthesise(each.name))).flatMap(([name, { Properties }]) =>
      Properties['ReservedConcurrentExecutions'] === undefined
        ? []
        : [[name, Properties['ReservedConcurrentExecutions']]],
    )
    expect(Object.fromEntries(reserved)).toEqual(each.expected)
  },
)

test.each([
  { name: 'prod', environment: {}, isChecked: true },
  { name: 'local', environment: {}, isChecked: true },
  { name: 'local', environment: { DELIVERY_MODE: 'embed' }, isChecked: false },
  { name: 'dev', environment: {}, isChecked: false },
] as const)('documents of $name $environment are checked against Drive: $isChecked', (row) => {
  const made = synthesise(row.name, row.environment)
  expect(Object.hasOwn(functionsOf(made), 'check-documents')).toBe(row.isChecked)
  expect(JSON.stringify(made.site.toJSON()).includes('drive-credentials')).toBe(row.isChecked)
})

test("writes the distribution's id to the parameter that the admin function reads", () => {
  const parameter = oneOf(site, 'AWS::SSM::Parameter').Properties
  expect(referred(site, parameter['Value']).Type).toBe('AWS::CloudFront::Distribution')
  const { DISTRIBUTION_ID_PARAMETER } = environmentOf(functionsOf(stacks)['admin'] as Resource)
  expect(parameter['Name']).toBe(DISTRIBUTION_ID_PARAMETER)
})

test.each(STAGE_NAMES)('gives no owner address and no secret of %s to the browser', (name) => {
  const [, pages] = Object.values(createResources(synthesise(name).site, 'Custom::CDKBucketDeployment'))
  expect(JSON.stringify(pages?.Properties['SourceMarkers'])).not.toMatch(/secret|@/i)
})
