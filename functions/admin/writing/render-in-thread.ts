import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { DomainError } from '#shared/domain/domain-error.ts'
import type { RenderedText } from '#shared/writing/render-text.ts'

/** It lies beside the function's bundle, and beside this file in tests. */
const THREAD = new URL(`./writing-thread${import.meta.url.endsWith('.ts') ? '.ts' : '.mjs'}`, import.meta.url)

/** More faults are those of one mistake. */
const MOST_FAULTS = 20
const TOO_LONG = 'Ce texte a trop de formules ou de tableaux.'

/**
 * Turns an owner's text into HTML as `renderText` does.
 * @param field where the text stands in the request
 * @param maxBytes limit of the HTML: the cells of a table and formulas become many times what was written
 * @throws DomainError INVALID_REQUEST with the line of each formula that cannot be shown, or for too much HTML
 */
export async function renderOrRefuse(field: string, markdown: string, maxBytes: number): Promise<string> {
  const { html, faults } = await renderInThread(markdown)
  if (faults.length === 0 && Buffer.byteLength(html) <= maxBytes) return html
  if (faults.length === 0)
    throw new DomainError('INVALID_REQUEST', { errors: [{ path: field, message: TOO_LONG }] })
  throw new DomainError('INVALID_REQUEST', {
    errors: faults
      .slice(0, MOST_FAULTS)
      .map(({ line, message }) => ({ path: field, message: `Ligne ${line} : ${message}` })),
  })
}

/** The thread's file has the libraries, which the bundle does without. */
async function renderInThread(markdown: string): Promise<RenderedText> {
  const worker = new Worker(THREAD, { workerData: markdown, env: {} })
  try {
    const [rendered] = (await once(worker, 'message')) as [RenderedText]
    return rendered
  } finally {
    await worker.terminate()
  }
}
