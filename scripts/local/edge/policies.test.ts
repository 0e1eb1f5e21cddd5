import { templatesFromResources } from '../test-support/templates.ts'
import { originHeaders, readOriginRequestPolicy } from './policies.ts'

const address = { ip: '127.0.0.1', port: 50_123 }
const viewer = { 'x-a': 'a', 'x-b': 'b', 'cloudfront-viewer-address': '9.9.9.9:1' }

/** What reaches an origin of a request with `viewer` under a policy with these headers. */
function sentUnder(HeadersConfig: object): object {
  const templates = templatesFromResources({
    Policy: {
      Type: 'AWS::CloudFront::OriginRequestPolicy',
      Properties: {
        OriginRequestPolicyConfig: {
          HeadersConfig,
          QueryStringsConfig: { QueryStringBehavior: 'none' },
          CookiesConfig: { CookieBehavior: 'none' },
        },
      },
    },
  })
  const policy = readOriginRequestPolicy('Policy', templates)
  const sent = originHeaders(viewer, address, 'api.example', [policy])
  return Object.fromEntries(Object.entries(sent).filter(([name]) => name in viewer))
}

test.each([
  { config: { HeaderBehavior: 'none' }, sent: {} },
  { config: { HeaderBehavior: 'whitelist', Headers: ['X-A'] }, sent: { 'x-a': 'a' } },
  {
    config: { HeaderBehavior: 'whitelist', Headers: ['CloudFront-Viewer-Address'] },
    sent: { 'cloudfront-viewer-address': '127.0.0.1:50123' },
  },
])('an origin request policy of $config.HeaderBehavior $config.Headers sends $sent', ({ config, sent }) => {
  expect(sentUnder(config)).toEqual(sent)
})

test.each([
  { HeaderBehavior: 'whitelist', Headers: ['CloudFront-Viewer-Country'] },
  { HeaderBehavior: 'allViewer' },
])('rejects an origin request policy of %j', (config) => {
  expect(() => sentUnder(config)).toThrow(/viewer-country|allViewer/)
})
