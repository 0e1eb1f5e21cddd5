import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { DomainError } from '#shared/domain/domain-error.ts'
import type { RenderedText } from '#shared/writing/render-text.ts'

/** It lies beside the function's bundle, and beside this file in tests. */
const THREAD = new URL(`./writing-thread${import.meta.url.endsWith('.ts') ? '.ts' : '.mjs'}`, import.meta.url)

/** Milliseconds. At the function's own limit its whole process would end, and the owner read of a failure. */
const PATIENCE = 15_000

/** More faults are those of one mistake. */
const MOST_FAULTS = 20
const TOO_LONG = 'Ce texte a trop de formules ou de tableaux.'

/**
 * Turns an owner's text into HTML as `renderText` does.
 * @param field where the text stands in the request
 * @param maxBytes limit of the HTML: the cells of a table and formulas become many times what was written
 * @throws DomainError INVALID_REQUEST with the line of each formula that cannot be shown, or for too much HTML or
 *   time
 */
export async function renderOrRefuse(
  field: string,
  markdown: string,
  maxBytes: number,
  patience = PATIENCE,
): Promise<string> {
  const rendered = await renderInThread(markdown, patience)
  const { html, faults } = rendered ?? { html: null, faults: [] }
  if (html !== null && faults.length === 0 && Buffer.byteLength(html) <= maxBytes) return html
  if (faults.length === 0)
    throw new DomainError('INVALID_REQUEST', { errors: [{ path: field, message: TOO_LONG }] })
  throw new DomainError('INVALID_REQUEST', {
    errors: faults
      .slice(0, MOST_FAULTS)
      .map(({ line, message }) => ({ path: field, message: `Ligne ${line} : ${message}` })),
  })
}

/**
 * The thread's file has the libraries, which the bundle does without.
 * @returns null for a text that takes longer
 */
async function renderInThread(markdown: string, patience: number): Promise<RenderedText | null> {
  const worker = new Worker(THREAD, { env: {} })
  try {
    // The time counts from here, since a busy machine may take long to load the libraries.
    await once(worker, 'message')
    worker.postMessage(markdown)
    const signal = AbortSignal.timeout(patience)
    const [rendered] = (await once(worker, 'message', { signal })) as [RenderedText]
    return rendered
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') return null
    throw error
  } finally {
    await worker.terminate()
  }
}
