import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'

/** The film of the local Drive: a curve that draws itself. Encoded once, then kept at `path`. */
export async function readOrMakeVideo(path: string): Promise<Uint8Array> {
  const kept = await readFile(path).catch(() => null)
  if (kept) return kept
  const film = await encode()
  await mkdir(dirname(path), { recursive: true })
  // Under its name only when whole: an interrupted start must not leave half a film.
  await writeFile(`${path}.part`, film)
  await rename(`${path}.part`, path)
  return film
}

/** In a thread: the encoder takes two seconds of processor and installs handlers on the whole process. */
function encode(): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./video-encoder.ts', import.meta.url), { stdout: true, stderr: true })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The film was not encoded.')))
  })
}
