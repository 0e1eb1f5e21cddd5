import * as v from 'valibot'

/** Local services share the machine's processors with their callers (functions/aws/sdk.ts). */
export const LOCAL_LIMITS = { TIME_LIMIT_FACTOR: '10' }

const SERVICES = ['SECRETS_MANAGER', 'SSM', 'CLOUDFRONT', 'S3', 'SESV2', 'SQS']

/** Variables that direct the SDK clients of all services but the table and the accounts to one address. */
export function serviceVariables(url: string): Record<string, string> {
  return Object.fromEntries(SERVICES.map((name) => [`AWS_ENDPOINT_URL_${name}`, url]))
}

/** Directs the SDK clients of this process to the local services, away from any account of this machine. */
export function useEndpoints(variables: Record<string, string>, region: string): void {
  delete process.env.AWS_IGNORE_CONFIGURED_ENDPOINT_URLS
  delete process.env.AWS_PROFILE
  Object.assign(process.env, LOCAL_LIMITS, variables, {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_SESSION_TOKEN: 'local',
  })
}

const Status = v.object({
  ready: v.literal(true),
  region: v.string(),
  userPoolId: v.string(),
  endpoints: v.record(v.string(), v.string()),
})

/**
 * The local mode that runs on PORT (default 3000). @returns the id of its user pool
 * @throws Error when none runs there
 */
export async function useRunningLocalCloud(port = process.env.PORT ?? '3000'): Promise<string> {
  const response = await fetch(`http://localhost:${port}/__local/status`).catch(() => null)
  const parsed = v.safeParse(Status, await response?.json().catch(() => null))
  if (!parsed.success)
    throw new Error(`Le mode local ne répond pas sur http://localhost:${port}. Lancez d'abord : npm start`)
  const { region, userPoolId, endpoints } = parsed.output
  useEndpoints(endpoints, region)
  return userPoolId
}
