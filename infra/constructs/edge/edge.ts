import { Duration } from 'aws-cdk-lib'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import {
  AccessLevel,
  AllowedMethods,
  CacheCookieBehavior,
  CacheHeaderBehavior,
  CachePolicy,
  type CachePolicyProps,
  CacheQueryStringBehavior,
  Function as CloudFrontFunction,
  Distribution,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  type IKeyGroup,
  OriginProtocolPolicy,
  OriginRequestCookieBehavior,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginRequestQueryStringBehavior,
  OriginSslPolicy,
  PriceClass,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import { FunctionUrlOrigin, HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import type { IFunctionUrl } from 'aws-cdk-lib/aws-lambda'
import { Bucket, type IBucket } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import { ORIGIN_SECRET_HEADER } from '#functions/http/environment.ts'
import { personalPages, signInPages } from '#shared/catalogue/pages.ts'
import { LINK_COOKIE } from '#shared/contract/files.ts'
import type { InlineDigests } from '#shared/contract/published-content.ts'
import { acknowledge } from '../../conventions.ts'
import type { Stage } from '../../stages.ts'
import { type EdgeFunctionName, edgeFunctionCode, LIST_FIELDS, LIST_PATTERNS } from './edge-functions.ts'
import { SecurityHeaders } from './security-headers.ts'

type EdgeProps = {
  stage: Stage
  bucket: IBucket
  inline: InlineDigests
  apiDomainName: string
  originSecret: string
  documents: IFunctionUrl
  /** Undefined where documents are not streamed. */
  copies: IFunctionUrl | undefined
  /** Name of the bucket with pictures of documents; undefined where none is prepared. */
  pages: string | undefined
  signers: IKeyGroup
  /** In us-east-1. @default the certificate of cloudfront.net */
  certificateArn?: string | undefined
  /** In us-east-1. @default no web ACL */
  firewallArn?: string | undefined
}

/** Also below their path and with a final slash. */
const PERSONAL_PATTERNS = [
  ...[...signInPages, ...personalPages].map((path) => `${path}*`),
  '/sujets-bac/*/examen*',
  '/shell.html',
]

const COMPRESSED = { enableAcceptEncodingGzip: true, enableAcceptEncodingBrotli: true }

const CACHEABLE_ERRORS = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504]

/** CloudFront, the only origin that browsers see. Custom error pages would replace the API's own answers. */
export class Edge extends Construct {
  readonly distribution: Distribution

  constructor(scope: Construct, id: string, props: EdgeProps) {
    super(scope, id)
    const { stage, bucket, inline, apiDomainName, originSecret, documents, copies, pages, signers } = props
    const { certificateArn, firewallArn } = props
    const headers = new SecurityHeaders(this, 'Headers', { stage, inline })
    const edgeFunction = (name: EdgeFunctionName, eventType: FunctionEventType) => ({
      eventType,
      function: new CloudFrontFunction(this, name, {
        functionName: `revision-${stage.name}-${name}`,
        code: FunctionCode.fromInline(edgeFunctionCode(name)),
        runtime: FunctionRuntime.JS_2_0,
      }),
    })
    const signedFiles = {
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      responseHeadersPolicy: headers.documents,
      trustedKeyGroups: [signers],
      functionAssociations: [edgeFunction('document-request', FunctionEventType.VIEWER_REQUEST)],
      // PDF and video are compressed already, and ranges of re-compressed bytes are useless.
      compress: false,
    }
    const api = {
      origin: new HttpOrigin(apiDomainName, {
        protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
        originSslProtocols: [OriginSslPolicy.TLS_V1_2],
        customHeaders: { [ORIGIN_SECRET_HEADER]: originSecret },
      }),
      allowedMethods: AllowedMethods.ALLOW_ALL,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      responseHeadersPolicy: headers.api,
      compress: true,
    }
    const list = {
      ...api,
      // The key holds only what the contract declares, so that nothing that a caller adds makes the edge ask the API again.
      cachePolicy: this.#cache('ListCache', `revision-${stage.name}-lists`, {
        maxTtl: Duration.minutes(1),
        queryStringBehavior:
          LIST_FIELDS.length > 0
            ? CacheQueryStringBehavior.allowList(...LIST_FIELDS)
            : CacheQueryStringBehavior.none(),
        ...COMPRESSED,
      }),
      functionAssociations: [edgeFunction('list-request', FunctionEventType.VIEWER_REQUEST)],
    }
    const page = {
      // Permission to list makes S3 answer 404 instead of 403 for missing objects.
      origin: S3BucketOrigin.withOriginAccessControl(bucket, {
        originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
      }),
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      responseHeadersPolicy: headers.pages,
      compress: true,
      functionAssociations: [
        edgeFunction('page-request', FunctionEventType.VIEWER_REQUEST),
        edgeFunction('page-response', FunctionEventType.VIEWER_RESPONSE),
      ],
    }
    // The first byte of a document depends on Drive.
    const readTimeout = Duration.seconds(60)
    this.distribution = new Distribution(this, 'Distribution', {
      comment: `Revision site (${stage.name})`,
      ...ownAddress(this, stage, certificateArn),
      ...(firewallArn !== undefined && { webAclId: firewallArn }),
      defaultRootObject: 'index.html',
      httpVersion: HttpVersion.HTTP2_AND_3,
      // Includes Africa; the nearest locations to Morocco are in Europe.
      priceClass: PriceClass.PRICE_CLASS_200,
      // By default a refusal is cached for ten seconds, also for a student who is entitled by then.
      errorResponses: CACHEABLE_ERRORS.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      defaultBehavior: page,
      additionalBehaviors: {
        ...Object.fromEntries(
          PERSONAL_PATTERNS.map((pattern) => [
            pattern,
            { ...page, responseHeadersPolicy: headers.personalPages },
          ]),
        ),
        ...Object.fromEntries(LIST_PATTERNS.map((pattern) => [pattern, list])),
        '/api/*': {
          ...api,
          // Answers are `no-store`, but CloudFront forwards `Authorization` only as part of a key, which needs a second.
          cachePolicy: this.#cache('ApiCache', `revision-${stage.name}-api`, {
            maxTtl: Duration.seconds(1),
            headerBehavior: CacheHeaderBehavior.allowList('Authorization', 'X-Session-Id', 'DPoP'),
            ...COMPRESSED,
          }),
          originRequestPolicy: this.#apiRequests(stage),
        },
        ...(copies && {
          '/files/copies/*': {
            ...signedFiles,
            origin: FunctionUrlOrigin.withOriginAccessControl(copies, { readTimeout }),
            cachePolicy: CachePolicy.CACHING_DISABLED,
          },
        }),
        ...(pages !== undefined && {
          '/files/pages/*': {
            ...signedFiles,
            origin: S3BucketOrigin.withOriginAccessControl(Bucket.fromBucketName(this, 'Pages', pages)),
            // The path is the whole key, and the bucket's objects say that they may be kept for a year.
            cachePolicy: CachePolicy.CACHING_OPTIMIZED,
            // Texts and manifests; CloudFront leaves pictures as they are.
            compress: true,
          },
        }),
        '/files/*': {
          ...signedFiles,
          origin: FunctionUrlOrigin.withOriginAccessControl(documents, { readTimeout }),
          // Entitled students share one copy, whose path contains the version, so that it never outlives its file.
          cachePolicy: this.#cache('DocumentCache', `revision-${stage.name}-documents`, {
            maxTtl: Duration.days(365),
          }),
        },
      },
    })
    acknowledge(this.distribution, {
      'AwsSolutions-CFR1': 'Students read from abroad too.',
      ...(firewallArn === undefined && {
        'AwsSolutions-CFR2':
          'The gateway throttles; a firewall costs more a month than a small school brings in.',
      }),
      'AwsSolutions-CFR3':
        'Logs of the edge would hold signed addresses and IP addresses; the gateway and the functions log.',
      '@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk':
        'A root object is set, and every path without an extension is rewritten to a page.',
      ...(pages !== undefined && {
        '@aws-cdk/aws-cloudfront-origins:updateImportedBucketPolicyOac':
          'The data stack, which makes the bucket, lets distributions read it (constructs/buckets.ts).',
      }),
      ...(certificateArn === undefined && {
        'AwsSolutions-CFR4': 'The certificate of cloudfront.net fixes this; an own address brings TLS 1.2.',
      }),
    })
  }

  /** Keeps nothing longer than an origin says, under a key of nothing but the path. */
  #cache(id: string, name: string, changes: CachePolicyProps): CachePolicy {
    return new CachePolicy(this, id, {
      cachePolicyName: name,
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      queryStringBehavior: CacheQueryStringBehavior.none(),
      headerBehavior: CacheHeaderBehavior.none(),
      cookieBehavior: CacheCookieBehavior.none(),
      ...changes,
    })
  }

  /**
   * Rate limits count by the viewer's address, which only CloudFront can write; an account's day contains the browser's
   * name. CloudFront passes on `Set-Cookie` of these cookies only.
   */
  #apiRequests(stage: Stage): OriginRequestPolicy {
    return new OriginRequestPolicy(this, 'ApiRequests', {
      originRequestPolicyName: `revision-${stage.name}-api`,
      headerBehavior: OriginRequestHeaderBehavior.allowList('CloudFront-Viewer-Address', 'User-Agent'),
      queryStringBehavior: OriginRequestQueryStringBehavior.all(),
      cookieBehavior: OriginRequestCookieBehavior.allowList(LINK_COOKIE),
    })
  }
}

/** AWS chooses the protocol of cloudfront.net. */
function ownAddress(scope: Construct, { siteOrigin }: Stage, certificateArn: string | undefined) {
  if (!siteOrigin || certificateArn === undefined) return {}
  return {
    domainNames: [new URL(siteOrigin).hostname],
    certificate: Certificate.fromCertificateArn(scope, 'Certificate', certificateArn),
    minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
  }
}
