import { DriveFailure } from './failure.ts'

/**
 * Returns a body that is read chunk by chunk, when the reader asks for the next one, so that nothing accumulates. It
 * fails with a DriveFailure when the source breaks the connection, or sends nothing for `idleMs` while the reader
 * waits; the reader may be slow.
 * @param atMost limit of bytes; the rest is not fetched
 */
export function boundBody(
  source: ReadableStream<Uint8Array>,
  idleMs: number,
  atMost = Number.POSITIVE_INFINITY,
): ReadableStream<Uint8Array> {
  const reader = source.getReader()
  let left = atMost
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = await nextChunk(reader, idleMs)
        if (chunk !== null) controller.enqueue(chunk.subarray(0, left))
        left -= chunk?.length ?? 0
        if (chunk !== null && left > 0) return
        controller.close()
        await reader.cancel()
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

async function nextChunk(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  idleMs: number,
): Promise<Uint8Array | null> {
  const silence = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    silence.reject(new DriveFailure('down', 'Drive stalled in the middle of a file'))
    // Ends the connection.
    reader.cancel().catch(() => undefined)
  }, idleMs)
  try {
    const { done, value } = await Promise.race([reader.read(), silence.promise])
    return done ? null : value
  } catch (error) {
    throw error instanceof DriveFailure ? error : new DriveFailure('down', 'Drive broke off a file', error)
  } finally {
    clearTimeout(timer)
  }
}
