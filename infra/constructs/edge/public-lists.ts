import { Duration } from 'aws-cdk-lib'
import {
  CacheCookieBehavior,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
} from 'aws-cdk-lib/aws-cloudfront'
import type { Construct } from 'constructs'
import { problems } from '#shared/contract/problems.ts'
import { queryFields, type Route } from '#shared/contract/route.ts'
import { routes } from '#shared/contract/routes.ts'
import type { Stage } from '../../stages.ts'

/** The routes whose answers the edge keeps for everyone. */
const LISTS = Object.values<Route>(routes).filter(({ sharedCacheSeconds }) => sharedCacheSeconds > 0)

/** Their path patterns, from '/api/chapters/{track}/{theme}/{chapter}' to '/api/chapters/*' with a star for each segment. */
export const LIST_PATTERNS = LISTS.map(({ path }) => path.replace(/\{\w+\}/g, '*'))

const FIELDS = [...new Set(LISTS.flatMap(queryFields))]

/**
 * One copy of each list: neither a header nor a cookie is part of its key, and of the query string only fields that the
 * contract declares, so that nothing that a caller adds makes the edge ask the API again.
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

/** The answer to an undeclared field, in the API's problem format. */
const INVALID = {
  type: 'urn:problem-type:invalid-request',
  ...problems.INVALID_REQUEST,
  code: 'INVALID_REQUEST',
  requestId: 'edge',
}

/**
 * CloudFront Function (viewer request) that answers for the API where a list is asked for with a field that its route
 * does not have, one field twice, or a value in another spelling: each would be another key, or a call of the API that
 * no copy answers.
 */
export const LIST_REQUEST_FUNCTION = `
var LISTS = ${JSON.stringify(LISTS.map((list) => [patternOf(list), queryFields(list)]))};
var INVALID = ${ascii(JSON.stringify(INVALID))};
function handler(event) {
  var request = event.request;
  var list = LISTS.find(function (each) { return new RegExp(each[0]).test(request.uri); });
  var isDeclared = Object.keys(request.querystring).every(function (name) {
    var field = request.querystring[name];
    return list && list[1].indexOf(name) >= 0 && !field.multiValue && field.value.indexOf('%') < 0;
  });
  if (isDeclared) return request;
  return {
    statusCode: 400,
    statusDescription: 'Bad Request',
    headers: {
      'content-type': { value: 'application/problem+json; charset=utf-8' },
      'cache-control': { value: 'no-store' }
    },
    body: JSON.stringify(INVALID)
  };
}
`

function patternOf({ path }: Route): string {
  return `^${path.replace(/\{\w+\}/g, '[^/]+')}$`
}

/** Escapes what is not ASCII, which the source of a function may not hold. */
function ascii(json: string): string {
  return json.replace(/[^\x20-\x7e]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
