import { Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { loadStage } from '../../stages.ts'
import { createResources, everything } from '../../test-support/synthesise.ts'
import { appForTests } from '../../test-support/templates.ts'
import { documentPolicy, pagePolicy, SecurityHeaders } from './security-headers.ts'

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
