import { LOOPBACK } from './http-server.ts'
import type { Ports } from './ports.ts'

/** The SDK's own variables that lead every client to the local servers. */
export function endpointVariables(ports: Ports, tableEndpoint: string): Record<string, string> {
  return {
    AWS_ENDPOINT_URL_DYNAMODB: tableEndpoint,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: `http://${LOOPBACK}:${ports.users}`,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://${LOOPBACK}:${ports.services}`,
    AWS_ENDPOINT_URL_SSM: `http://${LOOPBACK}:${ports.services}`,
    AWS_ENDPOINT_URL_CLOUDFRONT: `http://${LOOPBACK}:${ports.services}`,
  }
}

/** Leads the SDK clients of this very process to the local servers, away from any account of this machine. */
export function useEndpoints(variables: Record<string, string>, region: string): void {
  delete process.env.AWS_IGNORE_CONFIGURED_ENDPOINT_URLS
  delete process.env.AWS_PROFILE
  Object.assign(process.env, variables, {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_SESSION_TOKEN: 'local',
  })
}
