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
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import { ORIGIN_SECRET_HEADER } from '#functions/http/environment.ts'
import { acknowledge } from '../acknowledge.ts'
import type { Stage } from '../stages.ts'
import { PAGE_REQUEST_FUNCTION, PAGE_RESPONSE_FUNCTION } from './page-routing.ts'
import { SecurityHeaders } from './security-headers.ts'

export type EdgeProps = {
  stage: Stage
  /** The built site. */
  bucket: IBucket
  /** Host of the HTTP API. */
  apiDomainName: string
  /** By which the API knows a call through CloudFront. */
  originSecret: string
  /** The streaming origin of documents. */
  documents: IFunctionUrl
  /** Who may sign document URLs. */
  signers: IKeyGroup
  /**
   * Of the site's own address, in us-east-1.
   * @default the one of cloudfront.net
   */
  certificateArn?: string | undefined
  /**
   * The web ACL in front of everything, in us-east-1.
   * @default none
   */
  firewallArn?: string | undefined
}

/** The error statuses that CloudFront would keep for a while. */
const CACHEABLE_ERRORS = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504]

/**
 * The one origin that browsers see (decision D2). Three behaviours: the site (default), `/api/*`, `/files/*`.
 * No custom error pages: they would replace the API's own answers.
 */
export class Edge extends Construct {
  readonly distribution: Distribution

  constructor(scope: Construct, id: string, props: EdgeProps) {
    super(scope, id)
    const { stage, bucket, apiDomainName, originSecret, documents, signers, certificateArn, firewallArn } =
      props
    const headers = new SecurityHeaders(this, 'Headers', { stage })
    this.distribution = new Distribution(this, 'Distribution', {
      comment: `Revision site (${stage.name})`,
      ...ownAddress(this, stage, certificateArn),
      ...(firewallArn !== undefined && { webAclId: firewallArn }),
      defaultRootObject: 'index.html',
      httpVersion: HttpVersion.HTTP2_AND_3,
      // Covers Africa too; Europe's locations are the nearest to Morocco.
      priceClass: PriceClass.PRICE_CLASS_200,
      // Without this a refusal would be repeated for ten seconds, to a student who is entitled by then.
      errorResponses: CACHEABLE_ERRORS.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      defaultBehavior: {
        // Listing makes S3 answer 404 for what is missing, instead of 403.
        origin: S3BucketOrigin.withOriginAccessControl(bucket, {
          originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
        }),
        allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        cachePolicy: CachePolicy.CACHING_OPTIMIZED,
        responseHeadersPolicy: headers.pages,
        compress: true,
        functionAssociations: [
          {
            eventType: FunctionEventType.VIEWER_REQUEST,
            function: this.edgeFunction(stage, 'page-request', PAGE_REQUEST_FUNCTION),
          },
          {
            eventType: FunctionEventType.VIEWER_RESPONSE,
            function: this.edgeFunction(stage, 'page-response', PAGE_RESPONSE_FUNCTION),
          },
        ],
      },
      additionalBehaviors: {
        '/api/*': {
          origin: new HttpOrigin(apiDomainName, {
            protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
            originSslProtocols: [OriginSslPolicy.TLS_V1_2],
            customHeaders: { [ORIGIN_SECRET_HEADER]: originSecret },
          }),
          allowedMethods: AllowedMethods.ALLOW_ALL,
          viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
          cachePolicy: this.apiCache(stage),
          originRequestPolicy: this.apiRequests(stage),
          responseHeadersPolicy: headers.api,
          compress: true,
        },
        '/files/*': {
          origin: FunctionUrlOrigin.withOriginAccessControl(documents, {
            // The first byte of a document waits for Drive.
            readTimeout: Duration.seconds(60),
          }),
          allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
          viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
          cachePolicy: this.documentCache(stage),
          responseHeadersPolicy: headers.documents,
          trustedKeyGroups: [signers],
          // PDF and video are compressed already, and a range of compressed bytes is of no use.
          compress: false,
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
      ...(certificateArn === undefined && {
        'AwsSolutions-CFR4': 'The certificate of cloudfront.net fixes this; an own address brings TLS 1.2.',
      }),
    })
  }

  /** Kept only as long as an answer itself says, a minute at most; one caller never gets another's. */
  private apiCache(stage: Stage): CachePolicy {
    return new CachePolicy(this, 'ApiCache', {
      cachePolicyName: `revision-${stage.name}-api`,
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.minutes(1),
      queryStringBehavior: CacheQueryStringBehavior.all(),
      headerBehavior: CacheHeaderBehavior.allowList('Authorization', 'X-Session-Id'),
      cookieBehavior: CacheCookieBehavior.none(),
      enableAcceptEncodingGzip: true,
      enableAcceptEncodingBrotli: true,
    })
  }

  /**
   * The viewer's address ("ip:port"), which CloudFront writes itself and a viewer cannot: throttles count by it.
   * Nothing else is added: query strings, `Authorization` and `X-Session-Id` travel by the cache policy, `Content-Type`
   * and the conditional headers always do, and the API knows no cookies.
   */
  private apiRequests(stage: Stage): OriginRequestPolicy {
    return new OriginRequestPolicy(this, 'ApiRequests', {
      originRequestPolicyName: `revision-${stage.name}-api`,
      headerBehavior: OriginRequestHeaderBehavior.allowList('CloudFront-Viewer-Address'),
      queryStringBehavior: OriginRequestQueryStringBehavior.none(),
      cookieBehavior: OriginRequestCookieBehavior.none(),
    })
  }

  /**
   * One copy for every entitled student: neither the signature nor any header is part of the key. The path holds the
   * document's version, so that a copy never outlives its document (decision D24).
   */
  private documentCache(stage: Stage): CachePolicy {
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

  private edgeFunction(stage: Stage, name: string, code: string): CloudFrontFunction {
    return new CloudFrontFunction(this, name, {
      functionName: `revision-${stage.name}-${name}`,
      code: FunctionCode.fromInline(code),
      runtime: FunctionRuntime.JS_2_0,
    })
  }
}

/** The certificate of cloudfront.net comes with a protocol of its own choice; an own address is TLS 1.2 and later. */
function ownAddress(scope: Construct, { siteOrigin }: Stage, certificateArn: string | undefined) {
  if (!siteOrigin || certificateArn === undefined) return {}
  return {
    domainNames: [new URL(siteOrigin).hostname],
    certificate: Certificate.fromCertificateArn(scope, 'Certificate', certificateArn),
    minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
  }
}
