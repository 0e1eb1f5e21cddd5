import { Fn, Stack } from 'aws-cdk-lib'
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway'
import {
  HttpApi,
  HttpMethod,
  HttpNoneAuthorizer,
  HttpRoute,
  HttpRouteKey,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2'
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { FilterPattern, LogGroup } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import type { Capability, Route } from '#shared/contract/route.ts'
import { routes } from '#shared/contract/routes.ts'
import { acknowledge } from '../../acknowledge.ts'
import { stageNames } from '../../names.ts'
import { removalPolicy } from '../../removal-policies.ts'
import type { Stage } from '../../stages.ts'

type GatewayLimit = { rateLimit: number; burstLimit: number }

/**
 * Gateway throttle in calls a second over all callers. One open page makes one call every 30 s. No route has a lower
 * throttle, since one caller could then lock everyone out: accounts and network addresses are limited by the chain.
 */
export const DEFAULT_THROTTLE: GatewayLimit = { rateLimit: 2_000, burstLimit: 4_000 }

/** Access log fields. None identifies the caller: no path (it may contain an address), no token, no IP address. */
const ACCESS_LOG = {
  requestId: '$context.requestId',
  time: '$context.requestTime',
  route: '$context.routeKey',
  status: '$context.status',
  latency: '$context.responseLatency',
  integrationLatency: '$context.integrationLatency',
  integrationError: '$context.integrationErrorMessage',
}

/** Metric of calls answered 429, by the gateway's throttle or by our own limits. */
export const CALLS_THROTTLED = 'CallsThrottled'

export type ContractApiProps = {
  stage: Stage
  /** The function of each capability; `catalogue` also answers unknown paths. */
  functions: Readonly<Record<Capability, IFunction>>
}

/**
 * HTTP API with one gateway route per route of the contract (`GET /api/subjects` → the capability's function), and
 * `$default` for unknown paths. It has no authorizer (docs/decisions/02-sessions.md) and no CORS, since the
 * site is on the same origin.
 */
export class ContractApi extends Construct {
  readonly api: HttpApi
  /** Host of the API; its stage is `$default`. */
  readonly domainName: string

  constructor(scope: Construct, id: string, { stage, functions }: ContractApiProps) {
    super(scope, id)
    this.api = new HttpApi(this, 'Api', {
      apiName: `revision-${stage.name}`,
      createDefaultStage: false,
      defaultAuthorizer: new HttpNoneAuthorizer(),
    })
    this.domainName = Fn.join('', [this.api.apiId, '.execute-api.', Stack.of(this).region, '.amazonaws.com'])

    const integrations = mapValues(
      functions,
      (handler, capability) =>
        new HttpLambdaIntegration(capability, handler, {
          // One permission per function instead of one per route, because a function's policy has room for some forty.
          scopePermissionToRoute: false,
        }),
    )
    for (const [name, { method, path, capability }] of Object.entries<Route>(routes))
      new HttpRoute(this, name, {
        httpApi: this.api,
        routeKey: HttpRouteKey.with(path, HttpMethod[method]),
        integration: integrations[capability],
      })
    new HttpRoute(this, 'unknown', {
      httpApi: this.api,
      routeKey: HttpRouteKey.DEFAULT,
      integration: integrations.catalogue,
    })
    new HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      throttle: DEFAULT_THROTTLE,
      // Metrics per route are billed as custom metrics; functions count the important events
      // (functions/http/metrics.ts).
      detailedMetricsEnabled: false,
      accessLogSettings: {
        destination: new LogGroupLogDestination(this.#accessLogs(stage)),
        format: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG)),
      },
    })

    acknowledge(this, {
      'AwsSolutions-APIG4':
        "The functions' chain checks the token by the contract's access level and answers problem+json with a request id.",
    })
  }

  /**
   * One line per call; for successful heartbeats it is the only one. 429s are counted from it, since the gateway's own
   * never reach a function.
   */
  #accessLogs(stage: Stage): LogGroup {
    const logs = new LogGroup(this, 'AccessLogs', {
      logGroupName: `/aws/apigateway/revision-${stage.name}`,
      retention: stage.logRetentionDays,
      removalPolicy: removalPolicy(stage),
    })
    logs.addMetricFilter('Throttled', {
      filterPattern: FilterPattern.stringValue('$.status', '=', '429'),
      metricNamespace: stageNames(stage.name).metrics,
      metricName: CALLS_THROTTLED,
      metricValue: '1',
    })
    return logs
  }
}

function mapValues<K extends string, A, B>(record: Readonly<Record<K, A>>, change: (value: A, key: K) => B) {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [key, change(value as A, key as K)]),
  ) as Record<K, B>
}
