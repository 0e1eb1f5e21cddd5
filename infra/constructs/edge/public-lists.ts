import { Duration } from 'aws-cdk-lib'
import {
  CacheCookieBehavior,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
} from 'aws-cdk-lib/aws-cloudfront'
import type { Construct } from 'constructs'
import { queryFields, type Route } from '#shared/contract/route.ts'
import { routes } from '#shared/contract/routes.ts'
import type { Stage } from '../../stages.ts'

/** The routes whose answers the edge keeps for everyone. */
export const LISTS = Object.values<Route>(routes).filter(({ sharedCacheSeconds }) => sharedCacheSeconds > 0)

/** Their path patterns, from '/api/chapters/{track}/{theme}/{chapter}' to '/api/chapters/*' with a star for each segment. */
export const LIST_PATTERNS = LISTS.map(({ path }) => path.replace(/\{\w+\}/g, '*'))

const FIELDS = [...new Set(LISTS.flatMap(queryFields))]

/**
 * Caches one copy of each list. Its key contains neither a header nor a cookie, and of the query string only fields
 * that the contract declares, so that nothing that a caller adds makes the edge ask the API again.
 */
export function listCache(scope: Construct, stage: Stage): CachePolicy {
  return new CachePolicy(scope, 'ListCache', {
    cachePolicyName: `revision-${stage.name}-lists`,
    minTtl: Duration.seconds(0),
    defaultTtl: Duration.seconds(0),
    maxTtl: Duration.minutes(1),
    queryStringBehavior:
      FIELDS.length > 0 ? CacheQueryStringBehavior.allowList(...FIELDS) : CacheQueryStringBehavior.none(),
    headerBehavior: CacheHeaderBehavior.none(),
    cookieBehavior: CacheCookieBehavior.none(),
    enableAcceptEncodingGzip: true,
    enableAcceptEncodingBrotli: true,
  })
}
