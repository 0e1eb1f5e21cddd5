/**
 * Weighs the demo documents anew, after the papers or the content changed: `node scripts/local/demo/weigh.ts`. It draws
 * each paper once and rewrites weights.json.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument } from 'pdf-lib'
import { demoFileOf } from '../drive/demo-files.ts'
import { drawPaper } from '../drive/paper.ts'
import { readOrMakeVideo } from '../drive/video.ts'
import { WEIGHTS_FILE, type Weights } from '../drive/weights.ts'
import { demoResources } from './resources.ts'
import { demoSubjects } from './subjects.ts'

/** The ids of the papers among the demo documents. */
export function paperIds(): string[] {
  return [...demoSubjects(), ...demoResources()].flatMap(({ file }) =>
    file.kind === 'drive' && demoFileOf(file.fileId)?.type === 'pdf' ? [file.fileId] : [],
  )
}

/** Bytes and pages of a paper, by drawing it. */
export async function weigh(paperId: string): Promise<[size: number, pages: number]> {
  const file = demoFileOf(paperId)
  if (!file) throw new Error(`The local Drive does not know ${paperId}`)
  const bytes = await drawPaper(file)
  return [bytes.length, (await PDFDocument.load(bytes)).getPageCount()]
}

async function weighAll(): Promise<Weights> {
  const folder = mkdtempSync(join(tmpdir(), 'weigh-'))
  try {
    const film = (await readOrMakeVideo(join(folder, 'video.mp4'))).length
    const papers: Weights['papers'] = {}
    for (const id of paperIds().sort()) papers[id] = await weigh(id)
    return { film, papers }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const { film, papers } = await weighAll()
  const lines = Object.entries(papers).map(([id, [size, pages]]) => `    "${id}": [${size}, ${pages}]`)
  writeFileSync(WEIGHTS_FILE, `{\n  "film": ${film},\n  "papers": {\n${lines.join(',\n')}\n  }\n}\n`)
  console.log(`${lines.length} papers weighed`)
}
