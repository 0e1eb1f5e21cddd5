import { Fn, RemovalPolicy, Stack } from 'aws-cdk-lib'
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
import { acknowledge } from '../acknowledge.ts'
import { namesOf } from '../names.ts'
import type { Stage } from '../stages.ts'

type Throttle = { rateLimit: number; burstLimit: number }

/**
 * Calls a second over all callers. One open page makes one call every 30 s. No route has less: what is worth copying or
 * guessing is counted by account and network address, and a limit over all would let one caller keep everybody out.
 */
const DEFAULT_THROTTLE: Throttle = { rateLimit: 2_000, burstLimit: 4_000 }

/** What is known of a call without knowing who made it: no path (it may hold an address), no token, no IP address. */
const ACCESS_LOG = {
  requestId: '$context.requestId',
  time: '$context.requestTime',
  route: '$context.routeKey',
  status: '$context.status',
  latency: '$context.responseLatency',
  integrationLatency: '$context.integrationLatency',
  integrationError: '$context.integrationErrorMessage',
}

/** Metric of the calls that were answered 429, by the gateway's limit or by our own. */
export const CALLS_THROTTLED = 'CallsThrottled'

export type ContractApiProps = {
  stage: Stage
  /** The function of each capability; `catalogue` also answers unknown paths. */
  functions: Readonly<Record<Capability, IFunction>>
}

/**
 * The HTTP API, one gateway route per route of the contract (`GET /api/subjects` → the capability's function), and
 * `$default` for what no route names. It has no authorizer: the functions' own chain checks tokens, since only it can
 * answer in the problem format with a request id. It has no CORS: the site is on the same origin.
 */
export class ContractApi extends Construct {
  readonly api: HttpApi
  /** Host of the API, without the stage: its stage is `$default`. */
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
          // One permission a function instead of one a route: a function's policy has room for some forty.
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
      // Billed as custom metrics, by the route; functions count what matters (functions/http/metrics.ts).
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
   * A line a call, 99 of 100 of them heartbeats, for which it is the only one. 429s are counted here, since those of the
   * gateway itself reach no function.
   */
  #accessLogs(stage: Stage): LogGroup {
    const logs = new LogGroup(this, 'AccessLogs', {
      logGroupName: `/aws/apigateway/revision-${stage.name}`,
      retention: stage.logRetentionDays,
      removalPolicy: stage.protectData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    })
    logs.addMetricFilter('Throttled', {
      filterPattern: FilterPattern.stringValue('$.status', '=', '429'),
      metricNamespace: namesOf(stage.name).metrics,
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
