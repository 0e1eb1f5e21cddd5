import { createPublicKey } from 'node:crypto'
import * as v from 'valibot'
import type { Templates } from '../template/templates.ts'
import { EdgeFunction } from './edge-function.ts'
import { ResponseHeadersPolicy, readCachePolicy, readOriginRequestPolicy } from './policies.ts'
import type { TrustedKeys } from './signed-url.ts'

export type Behavior = ReturnType<typeof behaviorOf>

export type Origin =
  | { kind: 'bucket'; name: string }
  | {
      kind: 'http'
      host: string
      path: string
      readTimeoutMs: number
      headers: Readonly<Record<string, string>>
      /** CloudFront signs its calls (origin access control). */
      isSigned: boolean
    }

export type Distribution = ReturnType<typeof readDistribution>

const BehaviorConfig = v.object({
  PathPattern: v.optional(v.string()),
  TargetOriginId: v.string(),
  AllowedMethods: v.optional(v.array(v.string()), ['GET', 'HEAD']),
  Compress: v.optional(v.boolean(), false),
  CachePolicyId: v.string(),
  OriginRequestPolicyId: v.optional(v.string()),
  ResponseHeadersPolicyId: v.optional(v.string()),
  TrustedKeyGroups: v.optional(v.array(v.string())),
  FunctionAssociations: v.optional(v.array(v.object({ EventType: v.string(), FunctionARN: v.string() })), []),
})

const OriginConfig = v.object({
  Id: v.string(),
  DomainName: v.string(),
  OriginPath: v.optional(v.string(), ''),
  OriginAccessControlId: v.optional(v.string(), ''),
  OriginCustomHeaders: v.optional(v.array(v.object({ HeaderName: v.string(), HeaderValue: v.string() })), []),
  CustomOriginConfig: v.optional(v.object({ OriginReadTimeout: v.optional(v.number(), 30) })),
})

const DistributionConfig = v.object({
  DistributionConfig: v.object({
    DefaultRootObject: v.optional(v.string(), ''),
    Origins: v.array(OriginConfig),
    DefaultCacheBehavior: BehaviorConfig,
    CacheBehaviors: v.optional(v.array(BehaviorConfig), []),
    // Error pages are refused here; the cache time of errors does not matter.
    CustomErrorResponses: v.optional(
      v.array(
        v.object({ ResponsePagePath: v.optional(v.never('local mode knows no pages in place of errors')) }),
      ),
    ),
  }),
})

export function readDistribution(templates: Templates) {
  const config = templates.only('AWS::CloudFront::Distribution').read(DistributionConfig).DistributionConfig
  const origins = new Map(config.Origins.map((origin) => [origin.Id, originOf(origin)]))
  return {
    defaultRootObject: config.DefaultRootObject,
    /** In the order in which CloudFront tries them; the default behaviour last. */
    behaviors: [...config.CacheBehaviors, config.DefaultCacheBehavior].map((behavior) => {
      const origin = origins.get(behavior.TargetOriginId)
      if (!origin) throw new Error(`The distribution has no origin '${behavior.TargetOriginId}'`)
      return behaviorOf(behavior, origin, templates)
    }),
  }
}

function originOf(config: v.InferOutput<typeof OriginConfig>): Origin {
  // `<name>.s3.<region>.amazonaws.com`
  if (!config.CustomOriginConfig) return { kind: 'bucket', name: config.DomainName.split('.s3.')[0] ?? '' }
  return {
    kind: 'http',
    host: config.DomainName,
    path: config.OriginPath,
    readTimeoutMs: config.CustomOriginConfig.OriginReadTimeout * 1000,
    headers: Object.fromEntries(
      config.OriginCustomHeaders.map((each) => [each.HeaderName.toLowerCase(), each.HeaderValue]),
    ),
    isSigned: config.OriginAccessControlId !== '',
  }
}

function behaviorOf(config: v.InferOutput<typeof BehaviorConfig>, origin: Origin, templates: Templates) {
  const { CachePolicyId: cacheId, OriginRequestPolicyId: requestId } = config
  const { ResponseHeadersPolicyId: headersId, TrustedKeyGroups: keyGroups } = config
  return {
    /** null: the default behaviour. */
    pathPattern: config.PathPattern ?? null,
    origin,
    allowedMethods: config.AllowedMethods,
    compress: config.Compress,
    policies: [
      readCachePolicy(cacheId, templates),
      ...(requestId === undefined ? [] : [readOriginRequestPolicy(requestId, templates)]),
    ],
    responseHeaders: headersId === undefined ? null : headersPolicyOf(headersId, templates),
    trustedKeys: keyGroups ? keysOf(keyGroups, templates) : null,
    onRequest: functionOf('viewer-request', config, templates),
    onResponse: functionOf('viewer-response', config, templates),
  }
}

function headersPolicyOf(id: string, templates: Templates): ResponseHeadersPolicy {
  return templates
    .byId('AWS::CloudFront::ResponseHeadersPolicy', id)
    .read(v.object({ ResponseHeadersPolicyConfig: ResponseHeadersPolicy })).ResponseHeadersPolicyConfig
}

const Keys = v.object({ KeyGroupConfig: v.object({ Items: v.array(v.string()) }) })
const Key = v.object({ PublicKeyConfig: v.object({ EncodedKey: v.string() }) })

function keysOf(groups: string[], templates: Templates): TrustedKeys {
  const ids = groups.flatMap(
    (group) => templates.byId('AWS::CloudFront::KeyGroup', group).read(Keys).KeyGroupConfig.Items,
  )
  return new Map(
    ids.map((id) => {
      const { PublicKeyConfig } = templates.byId('AWS::CloudFront::PublicKey', id).read(Key)
      return [id, createPublicKey(PublicKeyConfig.EncodedKey)]
    }),
  )
}

function functionOf(
  eventType: string,
  { FunctionAssociations }: v.InferOutput<typeof BehaviorConfig>,
  templates: Templates,
): EdgeFunction | null {
  const arn = FunctionAssociations.find((each) => each.EventType === eventType)?.FunctionARN
  if (arn === undefined) return null
  const found = templates
    .all('AWS::CloudFront::Function')
    .find((each) => each.attribute('FunctionARN') === arn)
  if (!found) throw new Error(`The templates hold no CloudFront Function '${arn}'`)
  const { Name, FunctionCode } = found.read(v.object({ Name: v.string(), FunctionCode: v.string() }))
  return new EdgeFunction(Name, FunctionCode)
}
