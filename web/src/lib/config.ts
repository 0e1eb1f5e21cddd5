import * as v from 'valibot'
import { ServiceConfig } from '#shared/contract/service-config.ts'
import { networkFailure } from './api/failure.ts'

let loaded: Promise<ServiceConfig> | null = null

/** Loads `/config.json` once and only for signing in. @throws ApiFailure; the next call tries again */
export function loadConfig(): Promise<ServiceConfig> {
  loaded ??= fetchConfig().catch((error: unknown) => {
    loaded = null
    throw error
  })
  return loaded
}

async function fetchConfig(): Promise<ServiceConfig> {
  try {
    const response = await fetch('/config.json', { signal: AbortSignal.timeout(10_000) })
    return v.parse(ServiceConfig, await response.json())
  } catch (cause) {
    throw networkFailure(cause)
  }
}
