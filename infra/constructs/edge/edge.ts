import { Duration } from 'aws-cdk-lib'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import {
  AccessLevel,
  AllowedMethods,
  CacheCookieBehavior,
  CacheHeaderBehavior,
  CachePolicy,
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
import { acknowledge } from '../../acknowledge.ts'
import type { Stage } from '../../stages.ts'
import { type EdgeFunctionName, edgeFunctionCode, LIST_PATTERNS, listCache } from './edge-functions.ts'
import { SecurityHeaders } from './security-headers.ts'

export type EdgeProps = {
  stage: Stage
  /** The built site. */
  bucket: IBucket
  /** Digests of the inline scripts and styles of the build's pages. */
  inline: InlineDigests
  /** Host of the HTTP API. */
  apiDomainName: string
  /** Secret that CloudFront sends to the API. */
  originSecret: string
  /** The streaming origin of documents. */
  documents: IFunctionUrl
  /** The streaming origin of personal copies; undefined where documents are not streamed. */
  copies: IFunctionUrl | undefined
  /** Name of the bucket with the pictures of documents; undefined where none is prepared. */
  pages: string | undefined
  /** Public keys of document URLs. */
  signers: IKeyGroup
  /**
   * Certificate of the site's address, in us-east-1.
   * @default the certificate of cloudfront.net
   */
  certificateArn?: string | undefined
  /**
   * ARN of the web ACL, in us-east-1.
   * @default none
   */
  firewallArn?: string | undefined
}

/**
 * The pages about the user or with a password field, also below their path and with a final slash, the pages on which
 * papers are sat, and the file that the service worker keeps for pages about the user.
 */
const PERSONAL_PATTERNS = [
  ...[...signInPages, ...personalPages].map((path) => `${path}*`),
  '/sujets-bac/*/examen*',
  '/shell.html',
]

/** Error statuses that CloudFront caches by default. */
const CACHEABLE_ERRORS = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504]

/**
 * CloudFront distribution, the only origin that browsers see. Behaviours: the site (default), its personal pages, the
 * API's public lists, the rest of `/api/*`, `/files/*`, and where documents are streamed `/files/copies/*` and the
 * pictures of prepared PDFs, `/files/pages/*`.
 * It has no custom error pages, because they would replace the API's own answers.
 */
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
      cachePolicy: listCache(this, stage),
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
        // CloudFront takes the first pattern that matches.
        ...Object.fromEntries(
          PERSONAL_PATTERNS.map((pattern) => [
            pattern,
            { ...page, responseHeadersPolicy: headers.personalPages },
          ]),
        ),
        ...Object.fromEntries(LIST_PATTERNS.map((pattern) => [pattern, list])),
        '/api/*': {
          ...api,
          cachePolicy: this.#apiCredentials(stage),
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
          cachePolicy: this.#documentCache(stage),
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
          'The data stack, which makes the bucket, lets distributions read it (constructs/pages.ts).',
      }),
      ...(certificateArn === undefined && {
        'AwsSolutions-CFR4': 'The certificate of cloudfront.net fixes this; an own address brings TLS 1.2.',
      }),
    })
  }

  /**
   * Caches nothing, since every answer except public lists is `no-store`. CloudFront forwards `Authorization` only as a
   * part of the key, and forbids parts of a key where nothing may ever be cached, hence one second.
   */
  #apiCredentials(stage: Stage): CachePolicy {
    return new CachePolicy(this, 'ApiCache', {
      cachePolicyName: `revision-${stage.name}-api`,
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.seconds(1),
      queryStringBehavior: CacheQueryStringBehavior.none(),
      headerBehavior: CacheHeaderBehavior.allowList('Authorization', 'X-Session-Id', 'DPoP'),
      cookieBehavior: CacheCookieBehavior.none(),
      enableAcceptEncodingGzip: true,
      enableAcceptEncodingBrotli: true,
    })
  }

  /**
   * Forwards the viewer's address ("ip:port"), which only CloudFront can write and by which rate limits count, the
   * browser's name, which an account's day contains, and every query string, which the API refuses where it is not
   * declared. Credentials are forwarded by the cache policy, `Content-Type` and conditional headers always. CloudFront
   * passes on `Set-Cookie` of these cookies only; their answers are `no-store`.
   */
  #apiRequests(stage: Stage): OriginRequestPolicy {
    return new OriginRequestPolicy(this, 'ApiRequests', {
      originRequestPolicyName: `revision-${stage.name}-api`,
      headerBehavior: OriginRequestHeaderBehavior.allowList('CloudFront-Viewer-Address', 'User-Agent'),
      queryStringBehavior: OriginRequestQueryStringBehavior.all(),
      cookieBehavior: OriginRequestCookieBehavior.allowList(LINK_COOKIE),
    })
  }

  /**
   * Shares one cached copy between entitled students: neither the signature, the browser's cookie nor any header is
   * part of the key. The path contains the document's version, so that a copy never outlives its file.
   */
  #documentCache(stage: Stage): CachePolicy {
    return new CachePolicy(this, 'DocumentCache', {
      cachePolicyName: `revision-${stage.name}-documents`,
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.days(365),
      queryStringBehavior: CacheQueryStringBehavior.none(),
      headerBehavior: CacheHeaderBehavior.none(),
      cookieBehavior: CacheCookieBehavior.none(),
    })
  }
}

/** Requires TLS 1.2 or later for an address of our own. AWS chooses the protocol of cloudfront.net. */
function ownAddress(scope: Construct, { siteOrigin }: Stage, certificateArn: string | undefined) {
  if (!siteOrigin || certificateArn === undefined) return {}
  return {
    domainNames: [new URL(siteOrigin).hostname],
    certificate: Certificate.fromCertificateArn(scope, 'Certificate', certificateArn),
    minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
  }
}
