import * as v from 'valibot'
import { SiteConfig } from '#shared/contract/site-config.ts'
import { networkFailure } from './api/failure.ts'

let loaded: Promise<SiteConfig> | null = null

/**
 * Addresses of this installation's services (`/config.json`), loaded once and only for signing in.
 * @throws ApiFailure; the next call tries again
 */
export function loadConfig(): Promise<SiteConfig> {
  loaded ??= fetchConfig().catch((error: unknown) => {
    loaded = null
    throw error
  })
  return loaded
}

async function fetchConfig(): Promise<SiteConfig> {
  try {
    const response = await fetch('/config.json', { signal: AbortSignal.timeout(10_000) })
    return v.parse(SiteConfig, await response.json())
  } catch (cause) {
    throw networkFailure(cause)
  }
}
