import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { documentPath, type Origin, parseProblem, startOrigin } from '../test-support/origin.ts'
import { openFile } from '../test-support/streaming-runtime.ts'

const MB = 1_000_000
const piece = Buffer.alloc(64 * 1024, 'x')

let origin: Origin
let sent = 0
beforeAll(async () => {
  origin = await startOrigin()
})
afterAll(() => origin.stop())
beforeEach(() => {
  sent = 0
})

/** Puts a file into Drive that is generated while it is read, so that it takes no memory. */
function driveHolds(size: number): void {
  origin.drive.failWith((_operation, { headers: { range } }) => (_, response) => {
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
    const start = Number(from ?? 0)
    const end = Math.min(Number(to ?? size), size - 1)
    response.writeHead(range === undefined ? 200 : 206, {
      'content-type': 'video/mp4',
      'content-length': end - start + 1,
      ...(range !== undefined && { 'content-range': `bytes ${start}-${end}/${size}` }),
    })
    write(response, end - start + 1)
  })
}

/** Writes as much as the reader takes. */
function write(response: ServerResponse, left: number): void {
  let rest = left
  const more = () => {
    while (rest > 0 && !response.destroyed) {
      const length = Math.min(rest, piece.length)
      rest -= length
      sent += length
      if (!response.write(piece.subarray(0, length))) {
        response.once('drain', more)
        return
      }
    }
    response.end()
  }
  more()
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Returns the memory in use after a collection, in bytes. */
function memory(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

test('reads a whole file from Drive only as fast as its reader', async () => {
  driveHolds(96 * MB)
  const { stream, done } = openFile(origin.handler, documentPath(await origin.stored({ type: 'video' })))
  const before = memory()
  let read = 0
  for await (const chunk of stream) {
    read += (chunk as Buffer).length
    if (read < 2 * MB) continue
    // The reader pauses here.
    await wait(500)
    break
  }
  // The sockets' buffers of both sides, without the rest of the file.
  expect(sent).toBeLessThan(16 * MB)
  expect(memory() - before).toBeLessThan(16 * MB)
  await done
})

test.each([
  { size: 100 * MB, status: 200 },
  { size: 100 * MB + 1, status: 413 },
])('answers $status for $size bytes at once', async ({ size, status }) => {
  driveHolds(size)
  const { stream, done, head } = openFile(
    origin.handler,
    documentPath(await origin.stored({ type: 'video' })),
  )
  let read = 0
  let last: Buffer = Buffer.alloc(0)
  for await (const chunk of stream) {
    last = chunk as Buffer
    read += last.length
  }
  await done
  expect(head().status).toBe(status)
  if (status === 200) expect(read).toBe(size)
  else expect(parseProblem({ body: last })).toMatchObject({ code: 'DOCUMENT_TOO_LARGE', status: 413 })
})
