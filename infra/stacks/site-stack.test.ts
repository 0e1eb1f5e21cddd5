import * as v from 'valibot'
import { AccountEnvironment, ReconcileEnvironment } from '#functions/account/environment.ts'
import { AdminEnvironment } from '#functions/admin/environment.ts'
import { CatalogueEnvironment } from '#functions/catalogue/environment.ts'
import { CopiesEnvironment } from '#functions/copies/environment.ts'
import { CheckEnvironment, DocumentsEnvironment } from '#functions/documents/environment.ts'
import { FilesEnvironment, OriginEnvironment } from '#functions/files/environment.ts'
import { IdentityEnvironment, PreSignUpEnvironment } from '#functions/identity/environment.ts'
import { MailsEnvironment } from '#functions/mails/environment.ts'
import { PreparationEnvironment } from '#functions/preparation/environment.ts'
import { ProbeEnvironment } from '#functions/probe/environment.ts'
import { ProgressEnvironment } from '#functions/progress/environment.ts'
import { PublisherEnvironment } from '#functions/publishing/environment.ts'
import { SessionEnvironment } from '#functions/session/environment.ts'
import { SigningKeyEnvironment } from '#functions/signing-key/environment.ts'
import { routes } from '#shared/contract/routes.ts'
import {
  createResources,
  environmentOf,
  functionsOf,
  oneOf,
  type Resource,
  referred,
  synthesise,
  synthesiseWhole,
} from '../test-support/synthesise.ts'

const stacks = synthesiseWhole()
const variants = { prod: stacks, dev: synthesise('dev'), local: synthesise('local') }
const named = Object.entries(variants).map(([name, made]) => ({ name, made }))
const { site } = stacks

describe('the gateway', () => {
  const gatewayRoutes = Object.values(createResources(site, 'AWS::ApiGatewayV2::Route')).map(
    ({ Properties }) => Properties,
  )

  function servedBy(target: unknown): string | undefined {
    const integrationId = /"Ref":"([^"]+)"/.exec(JSON.stringify(target))?.[1]
    const uri = JSON.stringify(referred(site, { Ref: integrationId }).Properties['IntegrationUri'])
    return Object.entries(functionsOf(stacks)).find(([, { id }]) => uri.includes(`"${id}"`))?.[0]
  }

  test.each(Object.entries(routes))('routes %s to its function', (_name, { method, path, capability }) => {
    const own = gatewayRoutes.filter(({ RouteKey }) => RouteKey === `${method} ${path}`)
    expect(own.map(({ Target }) => servedBy(Target))).toEqual([capability])
  })

  test('sends unknown paths to the catalogue and has no other route, and no CORS', () => {
    const rest = gatewayRoutes.filter(({ RouteKey }) => RouteKey === '$default')
    expect(rest.map(({ Target }) => servedBy(Target))).toEqual(['catalogue'])
    expect(gatewayRoutes).toHaveLength(Object.keys(routes).length + 1)
    expect(oneOf(site, 'AWS::ApiGatewayV2::Api').Properties).not.toHaveProperty('CorsConfiguration')
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
    preparation: PreparationEnvironment,
    'pre-sign-up': PreSignUpEnvironment,
    'post-confirmation': IdentityEnvironment,
    'post-authentication': IdentityEnvironment,
    'reconcile-accounts': ReconcileEnvironment,
    'signing-key': SigningKeyEnvironment,
    probe: ProbeEnvironment,
    publisher: PublisherEnvironment,
  }

  test.each(
    named.flatMap(({ name: stage, made }) =>
      Object.entries(functionsOf(made)).map(([name, resource]) => ({ stage, name, resource })),
    ),
  )('$name of $stage gets the environment that it declares', ({ stage, name, resource }) => {
    const schema = schemas[name]
    if (!schema) throw new Error(`No schema for ${name}`)
    const environment = environmentOf(resource)
    expect(v.safeParse(schema, environment).issues).toBeUndefined()
    expect(environment).toMatchObject({
      POWERTOOLS_SERVICE_NAME: name,
      POWERTOOLS_METRICS_NAMESPACE: `Revision/${stage}`,
    })
  })

  test('run on Node 24 and arm64 with a log group each', () => {
    const logs = [stacks.data, stacks.site]
      .flatMap((template) => Object.values(createResources(template, 'AWS::Logs::LogGroup')))
      .map(({ Properties }) => [Properties['LogGroupName'], Properties['RetentionInDays']])
    for (const [name, { Properties }] of Object.entries(functionsOf(stacks))) {
      expect(Properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        LoggingConfig: { LogFormat: 'JSON', LogGroup: { Ref: expect.any(String) } },
      })
      expect(logs).toContainEqual([`/aws/lambda/revision-prod-${name}`, 365])
    }
  })

  test.each([
    { name: 'prod', origin: /^"https:\/\/www\.exemple\.test"$/ },
    {
      name: 'dev',
      origin: /^\{"Fn::Join":\["",\["https:\/\/",\{"Fn::GetAtt":\["EdgeDistribution\w+","DomainName"/,
    },
    { name: 'local', origin: /^"http:\/\/localhost:3000"$/ },
  ] as const)("tickets of $name are signed for the site's address", ({ name, origin }) => {
    const { Environment } = functionsOf(variants[name])['files']?.Properties ?? {}
    const { Variables } = Environment as { Variables: Record<string, unknown> }
    expect(JSON.stringify(Variables['SITE_ORIGIN'])).toMatch(origin)
  })
})

test.each([
  { name: 'prod', reserved: { origin: 180, copies: 20 }, isChecked: true },
  { name: 'dev', reserved: {}, isChecked: false },
  { name: 'local', reserved: {}, isChecked: true },
] as const)(
  'the streaming origins of $name have $reserved calls to themselves, and its documents are checked: $isChecked',
  ({ name, reserved, isChecked }) => {
    const made = variants[name]
    const limits = Object.entries(functionsOf(made)).map(([each, { Properties }]) => [
      each,
      Properties['ReservedConcurrentExecutions'],
    ])
    expect(Object.fromEntries(limits.filter(([, limit]) => limit !== undefined))).toEqual(reserved)
    for (const each of ['check-documents', 'preparation', 'copies'])
      expect([each, Object.hasOwn(functionsOf(made), each)]).toEqual([each, isChecked])
    expect(/drive-credentials|pages-bucket/.test(JSON.stringify(made.site.toJSON()))).toBe(isChecked)
  },
)

test("writes the distribution's id to the parameter that the admin function reads", () => {
  const parameter = oneOf(site, 'AWS::SSM::Parameter').Properties
  expect(referred(site, parameter['Value']).Type).toBe('AWS::CloudFront::Distribution')
  const { DISTRIBUTION_ID_PARAMETER } = environmentOf(functionsOf(stacks)['admin'] as Resource)
  expect(parameter['Name']).toBe(DISTRIBUTION_ID_PARAMETER)
})

test.each(named)('gives no owner address and no secret of $name to the browser', ({ made }) => {
  const [, pages] = Object.values(createResources(made.site, 'Custom::CDKBucketDeployment'))
  expect(JSON.stringify(pages?.Properties['SourceMarkers'])).not.toMatch(/secret|@/i)
})
