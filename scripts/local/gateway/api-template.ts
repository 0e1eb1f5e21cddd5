import * as v from 'valibot'
import type { Templates } from '../template/templates.ts'
import type { GatewayRoute } from './routes.ts'
import type { ThrottleSettings } from './throttle.ts'

const Throttle = v.object({
  ThrottlingRateLimit: v.optional(v.number()),
  ThrottlingBurstLimit: v.optional(v.number()),
})

/** The HTTP API as the template declares it. */
export type ApiDescription = {
  domainName: string
  routes: GatewayRoute<{ functionArn: string }>[]
  createThrottle: (routeKey: string) => ThrottleSettings | null
}

/** Reads the one HTTP API of the templates: its routes with their functions, and its throttles. */
export function readApi(templates: Templates, region: string): ApiDescription {
  const api = templates.only('AWS::ApiGatewayV2::Api')
  const routes = templates.all('AWS::ApiGatewayV2::Route').map((route) => {
    const { RouteKey, Target } = route.read(v.object({ RouteKey: v.string(), Target: v.string() }))
    const integration = templates.byId(
      'AWS::ApiGatewayV2::Integration',
      Target.replace(/^integrations\//, ''),
    )
    const { IntegrationUri } = integration.read(v.object({ IntegrationUri: v.string() }))
    return { routeKey: RouteKey, target: { functionArn: IntegrationUri } }
  })
  const stage = templates.only('AWS::ApiGatewayV2::Stage').read(
    v.object({
      DefaultRouteSettings: v.optional(Throttle, {}),
      RouteSettings: v.optional(v.record(v.string(), Throttle), {}),
    }),
  )
  return {
    domainName: `${api.id}.execute-api.${region}.amazonaws.com`,
    routes,
    createThrottle(routeKey) {
      const settings = { ...stage.DefaultRouteSettings, ...stage.RouteSettings[routeKey] }
      const { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst } = settings
      return rate === undefined || burst === undefined ? null : { rate, burst }
    },
  }
}
