import { parentPort } from 'node:worker_threads'
import encoding from 'h264-mp4-encoder'

const WIDTH = 480
const HEIGHT = 270
const FRAMES_PER_SECOND = 12
const SECONDS = 6

type Colour = readonly [red: number, green: number, blue: number]

const INK: Colour = [30, 30, 40]
const ASYMPTOTE: Colour = [200, 60, 60]
const CURVE: Colour = [30, 80, 190]

parentPort?.postMessage(await encodeVideo())

/** The MP4 (H.264) that the local Drive serves as every video. */
async function encodeVideo(): Promise<Uint8Array> {
  const encoder = await encoding.createH264MP4Encoder()
  encoder.width = WIDTH
  encoder.height = HEIGHT
  encoder.frameRate = FRAMES_PER_SECOND
  encoder.quantizationParameter = 30
  encoder.initialize()
  const frames = FRAMES_PER_SECOND * SECONDS
  for (let frame = 0; frame < frames; frame++) encoder.addFrameRgba(drawFrame((frame + 1) / frames))
  encoder.finalize()
  const film = encoder.FS.readFile(encoder.outputFilename)
  encoder.delete()
  return film
}

/** A white board with axes, a dashed asymptote and the curve up to `progress` (0 to 1). */
function drawFrame(progress: number): Uint8Array {
  const pixels = new Uint8Array(WIDTH * HEIGHT * 4).fill(255)
  const left = 50
  const bottom = HEIGHT - 40
  const width = WIDTH - 90
  const height = HEIGHT - 90
  const dot = (x: number, y: number, size: number, colour: Colour) => {
    for (let dy = 0; dy < size; dy++)
      for (let dx = 0; dx < size; dx++)
        pixels.set(colour, ((Math.round(y) + dy) * WIDTH + Math.round(x) + dx) * 4)
  }
  for (let x = 0; x < width + 20; x++) dot(left + x, bottom, 2, INK)
  for (let y = 0; y < height + 20; y++) dot(left, bottom - y, 2, INK)
  for (let x = 0; x < width; x += x % 12 < 6 ? 1 : 6) dot(left + x, bottom - height, 1, ASYMPTOTE)
  for (let x = 0; x < width * progress; x++)
    dot(left + x, bottom - height * (1 - Math.exp((-5 * x) / width)), 3, CURVE)
  return pixels
}
