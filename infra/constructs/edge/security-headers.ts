import { Duration } from 'aws-cdk-lib'
import {
  HeadersFrameOption,
  HeadersReferrerPolicy,
  type ResponseCustomHeader,
  ResponseHeadersPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import { Construct } from 'constructs'
import type { InlineDigests } from '#shared/contract/published-content.ts'
import type { Stage } from '../../stages.ts'

const DRIVE = 'https://drive.google.com'

/** CloudFront refuses a longer policy in the middle of a deployment. */
const LONGEST_POLICY = 1_783

/** Images may come from any https address, because owners enter thumbnails of free videos. */
export function pagePolicy(
  { deliveryMode, region, cognitoEndpoint, driveApiUrl, name }: Stage,
  inline: InlineDigests,
): string {
  // In embed mode a frame with a document's signed URL redirects to Drive, in local mode to its fake.
  const drive = ["'self'", DRIVE, ...(name === 'local' ? [driveApiUrl] : [])]
  return serialise({
    'default-src': ["'none'"],
    'script-src': ["'self'", ...inline.scripts.map(quote)],
    'style-src': ["'self'", ...inline.styles.map(quote)],
    // The viewer fetches the pictures of a document once and holds them as blobs.
    'img-src': ["'self'", 'data:', 'https:', ...(deliveryMode === 'stream' ? ['blob:'] : [])],
    'font-src': ["'self'"],
    'connect-src': ["'self'", cognitoEndpoint ?? `https://cognito-idp.${region}.amazonaws.com`],
    'media-src': ["'self'"],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'frame-src': ['https://www.youtube-nocookie.com', ...(deliveryMode === 'embed' ? drive : [])],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  })
}

/** Answers are not pages: they may not load, run or be framed; pictures of receipts are bytes that students sent. */
const INERT = serialise({ 'default-src': ["'none'"], sandbox: [], 'frame-ancestors': ["'none'"] })

/** Framed by the site in embed mode, so that a refusal is visible there. */
export function documentPolicy({ deliveryMode }: Pick<Stage, 'deliveryMode'>): string {
  const ancestors = deliveryMode === 'embed' ? "'self'" : "'none'"
  return serialise({ 'default-src': ["'none'"], 'frame-ancestors': [ancestors] })
}

function quote(source: string): string {
  return `'${source}'`
}

function serialise(directives: Readonly<Record<string, readonly string[]>>): string {
  const policy = Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')
  if (policy.length > LONGEST_POLICY)
    throw new Error(
      `The content security policy has ${policy.length} characters, and CloudFront takes ${LONGEST_POLICY}: let pages hold fewer different scripts and styles (web/build).`,
    )
  return policy
}

const UNUSED_FEATURES = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'midi']
const PERMISSIONS = UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', ')

/**
 * Left out on public pages without a password field, whose first paint it delays (docs/decisions/42-opener-policy.md).
 */
const NO_OPENER: ResponseCustomHeader = {
  header: 'Cross-Origin-Opener-Policy',
  value: 'same-origin',
  override: true,
}

type SecurityHeadersProps = { stage: Stage; inline: InlineDigests }

export class SecurityHeaders extends Construct {
  readonly pages: ResponseHeadersPolicy
  readonly personalPages: ResponseHeadersPolicy
  readonly api: ResponseHeadersPolicy
  readonly documents: ResponseHeadersPolicy

  constructor(scope: Construct, id: string, { stage, inline }: SecurityHeadersProps) {
    super(scope, id)
    const policy = (
      kind: string,
      contentSecurityPolicy: string,
      frameOption: HeadersFrameOption,
      further: ResponseCustomHeader[],
      // YouTube's player does not play without a referrer.
      referrerPolicy = HeadersReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN,
    ) =>
      new ResponseHeadersPolicy(this, kind, {
        responseHeadersPolicyName: `revision-${stage.name}-${kind.toLowerCase()}`,
        securityHeadersBehavior: {
          contentSecurityPolicy: { contentSecurityPolicy, override: true },
          contentTypeOptions: { override: true },
          frameOptions: { frameOption, override: true },
          referrerPolicy: { referrerPolicy, override: true },
          strictTransportSecurity: {
            accessControlMaxAge: Duration.days(730),
            includeSubdomains: coversSubdomains(stage),
            override: true,
          },
        },
        customHeadersBehavior: {
          customHeaders: [
            { header: 'Permissions-Policy', value: PERMISSIONS, override: true },
            { header: 'Cross-Origin-Resource-Policy', value: 'same-origin', override: true },
            ...further,
          ],
        },
        removeHeaders: ['Server'],
      })
    const { DENY, SAMEORIGIN } = HeadersFrameOption
    this.pages = policy('Pages', pagePolicy(stage, inline), DENY, [])
    this.personalPages = policy(
      'PersonalPages',
      pagePolicy(stage, inline),
      DENY,
      [NO_OPENER],
      // Queries of these pages may contain addresses of accounts, and codes of cards printed by version 1.0.
      HeadersReferrerPolicy.STRICT_ORIGIN,
    )
    this.api = policy('Api', INERT, DENY, [NO_OPENER])
    this.documents = policy(
      'Documents',
      documentPolicy(stage),
      stage.deliveryMode === 'embed' ? SAMEORIGIN : DENY,
      // The edge caches by the origin's own header; a shared device stores nothing.
      [NO_OPENER, { header: 'Cache-Control', value: 'no-store', override: true }],
    )
  }
}

/**
 * Not those of a bare domain, where other sites may answer by http; without a hosted zone the two cannot be told apart.
 */
function coversSubdomains({ siteOrigin, certificateArn, hostedZone }: Stage): boolean {
  if (siteOrigin === undefined) return true
  return certificateArn === undefined && new URL(siteOrigin).hostname !== hostedZone?.name
}
