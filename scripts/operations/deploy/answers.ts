import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import type { StageName } from '#infra/stages.ts'
import { getHealth } from '#shared/contract/catalogue.ts'

const EVERY_MS = 5_000
/** A new distribution answers within some minutes of its deployment. */
const PATIENCE_MS = 10 * 60_000
const ONE_CALL_MS = 10_000

const Config = v.object({ stage: v.string(), userPoolId: v.pipe(v.string(), v.nonEmpty()) })

export type Waiting = { signal: AbortSignal; everyMs?: number; patienceMs?: number }

/**
 * Waits until a deployed site answers what a browser asks first: the API through the edge, and the site's own settings.
 * @throws Error that says what did not answer, or the signal's reason
 */
export async function awaitAnswers(
  origin: string,
  stage: StageName,
  { signal, everyMs = EVERY_MS, patienceMs = PATIENCE_MS }: Waiting,
): Promise<void> {
  const until = Date.now() + patienceMs
  for (;;) {
    const missing = await missingAnswer(origin, stage, signal)
    if (missing === null) return
    if (Date.now() > until)
      throw new Error(`${missing}\nRelancez la commande dans quelques minutes ; sinon voyez docs/runbook.md.`)
    await sleep(everyMs, undefined, { signal }).catch(() => signal.throwIfAborted())
  }
}

/** What does not answer as it should; null when all does. */
export async function missingAnswer(
  origin: string,
  stage: StageName,
  signal: AbortSignal,
): Promise<string | null> {
  const health = await read(`${origin}${getHealth.path}`, signal)
  if (!v.is(getHealth.response, health)) return `${origin}${getHealth.path} ne répond pas encore.`
  const config = await read(`${origin}/config.json`, signal)
  if (!v.is(Config, config)) return `${origin}/config.json ne répond pas encore.`
  return config.stage === stage ? null : `${origin} est l'installation '${config.stage}', pas '${stage}'.`
}

async function read(url: string, signal: AbortSignal): Promise<unknown> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(ONE_CALL_MS)]) })
    return answer.ok ? await answer.json() : null
  } catch {
    signal.throwIfAborted()
    return null
  }
}
