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
import type { Capability, Route } from '#shared/contract/define-route.ts'
import { routes } from '#shared/contract/routes.ts'
import { acknowledge, removalPolicy } from '../../conventions.ts'
import { stageNames } from '../../names.ts'
import type { Stage } from '../../stages.ts'

/**
 * In calls a second over all callers; one open page makes one every 30 s. No route has a lower throttle, since one
 * caller could then lock everyone out.
 */
export const DEFAULT_THROTTLE = { rateLimit: 2_000, burstLimit: 4_000 }

/** None identifies the caller: no path (it may contain an address), no token, no IP address. */
const ACCESS_LOG = {
  requestId: '$context.requestId',
  time: '$context.requestTime',
  route: '$context.routeKey',
  status: '$context.status',
  latency: '$context.responseLatency',
  integrationLatency: '$context.integrationLatency',
  integrationError: '$context.integrationErrorMessage',
}

/** Calls answered 429, by the gateway's throttle or by our own limits. */
export const CALLS_THROTTLED = 'CallsThrottled'

type ContractApiProps = {
  stage: Stage
  /** `catalogue` also answers unknown paths. */
  functions: Readonly<Record<Capability, IFunction>>
}

/**
 * One gateway route per route of the contract, without an authorizer (docs/decisions/02-sessions.md) and
 * without CORS, since the site is on the same origin.
 */
export class ContractApi extends Construct {
  readonly api: HttpApi
  readonly domainName: string

  constructor(scope: Construct, id: string, { stage, functions }: ContractApiProps) {
    super(scope, id)
    this.api = new HttpApi(this, 'Api', {
      apiName: `revision-${stage.name}`,
      createDefaultStage: false,
      defaultAuthorizer: new HttpNoneAuthorizer(),
    })
    this.domainName = Fn.join('', [this.api.apiId, '.execute-api.', Stack.of(this).region, '.amazonaws.com'])

    // One permission per function instead of one per route, because a function's policy has room for some forty.
    const options = { scopePermissionToRoute: false }
    const integrations = new Map(
      Object.entries(functions).map(([capability, handler]) => [
        capability,
        new HttpLambdaIntegration(capability, handler, options),
      ]),
    )
    const integrationOf = (capability: Capability) => integrations.get(capability) as HttpLambdaIntegration
    for (const [name, { method, path, capability }] of Object.entries<Route>(routes))
      new HttpRoute(this, name, {
        httpApi: this.api,
        routeKey: HttpRouteKey.with(path, HttpMethod[method]),
        integration: integrationOf(capability),
      })
    new HttpRoute(this, 'unknown', {
      httpApi: this.api,
      routeKey: HttpRouteKey.DEFAULT,
      integration: integrationOf('catalogue'),
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

  /** For successful heartbeats the only line. 429s are counted here, since the gateway's own never reach a function. */
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
