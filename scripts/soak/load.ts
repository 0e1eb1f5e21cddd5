import { setTimeout } from 'node:timers/promises'
import type { Asked } from './mixture.ts'

export type LoadFigures = {
  sent: number
  byKind: Record<string, number>
  /** Milliseconds, one for each request. */
  durations: number[]
  /** Answers that are not good ones, and requests without an answer. */
  errors: string[]
}

const LONGEST_MS = 10_000
const GOOD = new Set([200, 206, 304])

/** Sends requests at a steady rate, whatever becomes of the ones before, and waits for the last answers. */
export async function sendLoad(
  url: string,
  next: () => Asked,
  { rate, seconds }: { rate: number; seconds: number },
): Promise<LoadFigures> {
  const figures: LoadFigures = { sent: 0, byKind: {}, durations: [], errors: [] }
  const under = new Set<Promise<void>>()
  const startedAt = performance.now()
  for (let number = 0; number < rate * seconds; number += 1) {
    const due = startedAt + (number * 1000) / rate - performance.now()
    if (due > 0) await setTimeout(due)
    const asked = next()
    figures.sent += 1
    figures.byKind[asked.kind] = (figures.byKind[asked.kind] ?? 0) + 1
    const sending = send(url, asked, figures).finally(() => under.delete(sending))
    under.add(sending)
  }
  await Promise.all(under)
  return figures
}

async function send(url: string, asked: Asked, { durations, errors }: LoadFigures): Promise<void> {
  const { kind, method, path, headers = {}, body, take } = asked
  const startedAt = performance.now()
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(LONGEST_MS),
    })
    const bytes = await response.arrayBuffer()
    if (GOOD.has(response.status)) take?.(JSON.parse(Buffer.from(bytes).toString()))
    else errors.push(`${kind} ${method} ${path.split('?')[0]}: ${response.status}`)
  } catch (error) {
    errors.push(
      `${kind} ${method} ${path.split('?')[0]}: ${error instanceof Error ? error.name : 'no answer'}`,
    )
  }
  durations.push(performance.now() - startedAt)
}
