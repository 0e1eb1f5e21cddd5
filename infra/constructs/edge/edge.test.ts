import { Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import type { Route } from '#shared/contract/define-route.ts'
import { routes } from '#shared/contract/routes.ts'
import { loadStage } from '../../stages.ts'
import {
  createResources,
  everything,
  oneOf,
  referred,
  synthesiseWhole,
} from '../../test-support/synthesise.ts'
import { appForTests } from '../../test-support/templates.ts'
import { LIST_PATTERNS } from './edge-functions.ts'
import { documentPolicy, pagePolicy, SecurityHeaders } from './security-headers.ts'

const { site } = synthesiseWhole()

type Behaviour = { PathPattern?: string } & Record<string, unknown>

const distribution = oneOf(site, 'AWS::CloudFront::Distribution').Properties['DistributionConfig'] as {
  DefaultCacheBehavior: Behaviour
  CacheBehaviors: Behaviour[]
  CustomErrorResponses?: unknown
  Origins: unknown
}
const behaviour = (path: string) =>
  distribution.CacheBehaviors.find(({ PathPattern }) => PathPattern === path)

describe('documents', () => {
  const files = behaviour('/files/*')

  test('share one cached copy, with no query, header or cookie in the key', () => {
    expect(referred(site, files?.['CachePolicyId']).Properties['CachePolicyConfig']).toMatchObject({
      MinTTL: 0,
      DefaultTTL: 0,
      ParametersInCacheKeyAndForwardedToOrigin: {
        QueryStringsConfig: { QueryStringBehavior: 'none' },
        HeadersConfig: { HeaderBehavior: 'none' },
        CookiesConfig: { CookieBehavior: 'none' },
      },
    })
    expect(files).not.toHaveProperty('OriginRequestPolicyId')
  })

  test('are kept by the edge and not by browsers, which have to show the cookie of the link', () => {
    const headers = referred(site, files?.['ResponseHeadersPolicyId']).Properties[
      'ResponseHeadersPolicyConfig'
    ]
    expect(headers).toMatchObject({
      CustomHeadersConfig: {
        Items: expect.arrayContaining([{ Header: 'Cache-Control', Value: 'no-store', Override: true }]),
      },
    })
    expect(files?.['FunctionAssociations']).toMatchObject([{ EventType: 'viewer-request' }])
    const codes = Object.values(createResources(site, 'AWS::CloudFront::Function'))
    expect(codes.filter((code) => JSON.stringify(code).includes('__Host-lecteur'))).toHaveLength(1)
  })

  test('come from functions that only the distribution may invoke', () => {
    const urls = Object.values(createResources(site, 'AWS::Lambda::Url'))
    expect(urls).toHaveLength(2)
    for (const { Properties } of urls)
      expect(Properties).toMatchObject({ AuthType: 'AWS_IAM', InvokeMode: 'RESPONSE_STREAM' })
    const callers = Object.values(createResources(site, 'AWS::Lambda::Permission'))
      .map(({ Properties }) => Properties)
      .filter(
        ({ Action, InvokedViaFunctionUrl }) => Action === 'lambda:InvokeFunctionUrl' || InvokedViaFunctionUrl,
      )
    expect(callers).toHaveLength(4)
    expect(new Set(callers.map(({ Principal }) => Principal))).toEqual(new Set(['cloudfront.amazonaws.com']))
    for (const { SourceArn } of callers) expect(JSON.stringify(SourceArn)).toContain(':distribution/')
  })
})

describe('personal copies', () => {
  const copies = behaviour('/files/copies/*')

  test('are matched before documents, signed and bound like these, and never cached', () => {
    const paths = distribution.CacheBehaviors.map(({ PathPattern }) => PathPattern)
    expect(paths.indexOf('/files/copies/*')).toBeLessThan(paths.indexOf('/files/*'))
    expect(copies?.['CachePolicyId']).toBe('4135ea2d-6df8-44a3-9df3-4b5a84be39ad')
    for (const part of ['TrustedKeyGroups', 'FunctionAssociations', 'ResponseHeadersPolicyId'])
      expect(copies?.[part]).toEqual(behaviour('/files/*')?.[part])
    expect(copies?.['TargetOriginId']).not.toBe(behaviour('/files/*')?.['TargetOriginId'])
  })
})

describe('pictures of documents', () => {
  const pages = behaviour('/files/pages/*')

  test('are matched before documents, signed, bound and kept out of browsers like these, with the path as their key', () => {
    const paths = distribution.CacheBehaviors.map(({ PathPattern }) => PathPattern)
    expect(paths.indexOf('/files/pages/*')).toBeLessThan(paths.indexOf('/files/*'))
    // AWS's own policy CachingOptimized.
    expect(pages?.['CachePolicyId']).toBe('658327ea-f89d-4fab-a63d-7e88639e58f6')
    expect(pages).not.toHaveProperty('OriginRequestPolicyId')
    for (const part of ['TrustedKeyGroups', 'FunctionAssociations', 'ResponseHeadersPolicyId'])
      expect(pages?.[part]).toEqual(behaviour('/files/*')?.[part])
  })

  test('come from their private bucket, whose requests CloudFront signs', () => {
    const origins = distribution.Origins as { Id: string }[]
    const origin = origins.find(({ Id }) => Id === pages?.['TargetOriginId'])
    expect(origin).toMatchObject({ OriginAccessControlId: { 'Fn::GetAtt': [expect.any(String), 'Id'] } })
    expect(JSON.stringify(origin)).toMatch(/pagesbucket.*"\.s3\.eu-west-3\.amazonaws\.com"/)
  })
})

describe('the edge', () => {
  test('takes no other route of the contract for a public list', () => {
    const matches = (path: string, pattern: string) =>
      new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(path)
    const taken = Object.values<Route>(routes).filter(({ path }) =>
      LIST_PATTERNS.some((pattern) => matches(path, pattern)),
    )
    expect(taken.filter(({ sharedCacheSeconds }) => sharedCacheSeconds === 0)).toEqual([])
    const patterns = distribution.CacheBehaviors.map(({ PathPattern }) => PathPattern ?? '')
    for (const pattern of LIST_PATTERNS)
      expect(patterns.indexOf(pattern)).toBeLessThan(patterns.indexOf('/api/*'))
  })

  test('keeps one copy of a page, with nothing of the request in its key but its path', () => {
    // AWS's own policy CachingOptimized.
    expect(distribution.DefaultCacheBehavior['CachePolicyId']).toBe('658327ea-f89d-4fab-a63d-7e88639e58f6')
  })

  test('keeps no answer of other routes', () => {
    const api = behaviour('/api/*')
    expect(referred(site, api?.['CachePolicyId']).Properties['CachePolicyConfig']).toMatchObject({
      MinTTL: 0,
      DefaultTTL: 0,
      MaxTTL: 1,
      ParametersInCacheKeyAndForwardedToOrigin: {
        QueryStringsConfig: { QueryStringBehavior: 'none' },
        HeadersConfig: { HeaderBehavior: 'whitelist', Headers: ['Authorization', 'X-Session-Id', 'DPoP'] },
      },
    })
  })

  test("forwards the viewer's address, every query string and the cookie of document links to the API", () => {
    const policy = referred(site, behaviour('/api/*')?.['OriginRequestPolicyId'])
    expect(policy.Properties['OriginRequestPolicyConfig']).toMatchObject({
      HeadersConfig: { HeaderBehavior: 'whitelist', Headers: ['CloudFront-Viewer-Address', 'User-Agent'] },
      QueryStringsConfig: { QueryStringBehavior: 'all' },
      CookiesConfig: { CookieBehavior: 'whitelist', Cookies: ['__Host-lecteur'] },
    })
  })

  test("neither replaces nor caches the API's errors", () => {
    const responses = distribution.CustomErrorResponses as Record<string, unknown>[]
    expect(responses).not.toHaveLength(0)
    for (const { ErrorCode, ...rest } of responses)
      expect([ErrorCode, rest]).toEqual([ErrorCode, { ErrorCachingMinTTL: 0 }])
  })
})

const directives = (policy: string) =>
  Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name, ...sources] = directive.split(' ')
      return [name, sources]
    }),
  )

const none = { scripts: [], styles: [] }

test('pages load scripts and styles from the site only, and inline ones by their digests', () => {
  const inline = { scripts: ['sha256-a=', 'sha256-b='], styles: ['sha256-c='] }
  const policy = directives(pagePolicy(loadStage('prod', {}), inline))
  expect(policy).toMatchObject({
    'default-src': ["'none'"],
    'script-src': ["'self'", "'sha256-a='", "'sha256-b='"],
    'style-src': ["'self'", "'sha256-c='"],
    'worker-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'https:', 'blob:'],
    'connect-src': ["'self'", 'https://cognito-idp.eu-west-3.amazonaws.com'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
  })
  expect(JSON.stringify(policy)).not.toContain('unsafe')
})

test('refuses a policy that is too long for CloudFront before the deployment', () => {
  const stage = loadStage('prod', {})
  const withDigests = (count: number) => () =>
    pagePolicy(stage, {
      scripts: Array.from({ length: count }, () => `sha256-${'a'.repeat(43)}=`),
      styles: [],
    })
  const { length } = withDigests(0)()
  const most = Math.floor((1_783 - length) / withDigests(1)().slice(length).length)
  expect(withDigests(most)().length).toBeLessThanOrEqual(1_783)
  expect(withDigests(most + 1)).toThrow('CloudFront takes 1783')
})

test.each([
  { stage: 'prod', environment: {}, frames: ['https://www.youtube-nocookie.com'] },
  {
    stage: 'dev',
    environment: {},
    frames: ['https://www.youtube-nocookie.com', "'self'", 'https://drive.google.com'],
  },
  {
    stage: 'local',
    environment: { DELIVERY_MODE: 'embed', DRIVE_API_URL: 'http://localhost:3005' },
    frames: [
      'https://www.youtube-nocookie.com',
      "'self'",
      'https://drive.google.com',
      'http://localhost:3005',
    ],
  },
])('$stage may frame $frames', ({ stage, environment, frames }) => {
  expect(directives(pagePolicy(loadStage(stage, environment), none))['frame-src']).toEqual(frames)
})

test('local mode connects to its own Cognito', () => {
  const stage = loadStage('local', { COGNITO_ENDPOINT: 'http://localhost:3003' })
  expect(directives(pagePolicy(stage, none))['connect-src']).toEqual(["'self'", 'http://localhost:3003'])
})

const { hostedZone } = everything
const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/x'

test.each([
  { address: {}, covered: true },
  { address: { siteOrigin: 'https://www.exemple.test', hostedZone }, covered: true },
  { address: { siteOrigin: 'https://exemple.test', hostedZone }, covered: false },
  { address: { siteOrigin: 'https://exemple.test', certificateArn }, covered: false },
])('HSTS covers sub-domains: $covered with $address', ({ address, covered }) => {
  const stack = new Stack(appForTests(), 'Headers')
  new SecurityHeaders(stack, 'Headers', { stage: { ...loadStage('prod', {}), ...address }, inline: none })
  const policies = createResources(Template.fromStack(stack), 'AWS::CloudFront::ResponseHeadersPolicy')
  expect(Object.keys(policies)).toHaveLength(4)
  for (const policy of Object.values(policies))
    expect(JSON.stringify(policy)).toContain(`"IncludeSubdomains":${covered}`)
})

test('a document is inert, and may be framed by the site only in embed mode', () => {
  expect(documentPolicy({ deliveryMode: 'stream' })).toBe("default-src 'none'; frame-ancestors 'none'")
  expect(documentPolicy({ deliveryMode: 'embed' })).toBe("default-src 'none'; frame-ancestors 'self'")
})
