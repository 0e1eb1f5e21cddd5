import * as v from 'valibot'
import { useEndpoints } from './endpoints.ts'

const Status = v.object({
  ready: v.literal(true),
  region: v.string(),
  userPoolId: v.string(),
  endpoints: v.record(v.string(), v.string()),
})

/**
 * Leads this process to the local cloud that runs on PORT (default 3000).
 * @returns the id of its user pool
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
