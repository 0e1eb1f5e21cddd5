import { DriveFailure } from './failure.ts'

/**
 * A body as it comes, piece by piece and only when the reader asks for the next: nothing heaps up in between.
 * It fails with a DriveFailure when the source breaks off, or is silent for `idleMs` while the reader waits: a slow
 * reader is nobody's fault.
 * @param atMost bytes after which it ends well, and the rest is not fetched
 */
export function passOn(
  source: ReadableStream<Uint8Array>,
  idleMs: number,
  atMost = Number.POSITIVE_INFINITY,
): ReadableStream<Uint8Array> {
  const reader = source.getReader()
  let left = atMost
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = await nextPiece(reader, idleMs)
        if (piece !== null) controller.enqueue(piece.subarray(0, left))
        left -= piece?.length ?? 0
        if (piece !== null && left > 0) return
        controller.close()
        await reader.cancel()
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

async function nextPiece(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  idleMs: number,
): Promise<Uint8Array | null> {
  const silence = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    silence.reject(new DriveFailure('down', 'Drive stalled in the middle of a file'))
    // Ends the connection; nobody waits for the piece any more.
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
