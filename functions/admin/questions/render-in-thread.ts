import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { RenderedText } from '#shared/writing/render-text.ts'

/** It lies beside the function's bundle, and beside this file in tests. */
const THREAD = new URL(`./writing-thread${import.meta.url.endsWith('.ts') ? '.ts' : '.mjs'}`, import.meta.url)

/** Turns an owner's text into HTML as `renderText` does, in a thread whose file has the libraries for it. */
export async function renderInThread(markdown: string): Promise<RenderedText> {
  const worker = new Worker(THREAD, { workerData: markdown, env: {} })
  try {
    const [rendered] = (await once(worker, 'message')) as [RenderedText]
    return rendered
  } finally {
    await worker.terminate()
  }
}
