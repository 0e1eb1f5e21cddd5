import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ROOT } from '#infra/run-app.ts'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import type { Content } from '../drive/files.ts'
import { papers } from './papers/papers.ts'

/** `exercises` are the pages on which they begin. */
export type PaperFacts = { size: number; pages: number; exercises: number[]; md5: string; sha256: string }

const DRAW = fileURLToPath(new URL('papers/draw-papers.ts', import.meta.url))

const json = readFileSync(new URL('files/papers.json', import.meta.url), 'utf8')
const facts = JSON.parse(json) as Record<string, PaperFacts>
/** One folder for each state of the texts, so that no PDF of an earlier one is read. */
const FOLDER = join(
  ROOT,
  'node_modules/.cache/demo-papers',
  createHash('sha256').update(json).digest('hex').slice(0, 16),
)

export function paperFacts(name: string): PaperFacts {
  const found = facts[name]
  if (!found) throw new Error(`No paper has the name ${name}`)
  return found
}

const digests = new Set(Object.values(facts).map(({ sha256 }) => sha256))

export function isOfDemo(sha256: string): boolean {
  return digests.has(sha256)
}

const contents = new Map<string, Content>()

/** None is in the repository: they are drawn when one is first read. */
export function paperContent(name: string): Content {
  const content = contents.get(name) ?? openPaper(name)
  contents.set(name, content)
  return content
}

export function paperBytes(name: string): Buffer {
  const { size, read } = paperContent(name)
  return Buffer.concat([...read(0, size - 1)])
}

function openPaper(name: string): Content {
  const { size, md5, sha256 } = paperFacts(name)
  let bytes: Buffer | undefined
  return {
    size,
    md5,
    etag: `"${sha256.slice(0, 27)}"`,
    *read(start, end) {
      bytes ??= readPaper(name)
      yield bytes.subarray(start, end + 1)
    },
  }
}

/**
 * In a process of its own, since Drive's content is read without waiting: a heavy PDF in a second, all light ones in as
 * long.
 */
function readPaper(name: string): Buffer {
  const pathOf = (each: string) => join(FOLDER, `${each}.pdf`)
  if (!existsSync(pathOf(name))) {
    mkdirSync(FOLDER, { recursive: true })
    const light = papers.filter(({ make }) => make === 'light').map((paper) => paper.name)
    execFileSync(process.execPath, [DRAW, FOLDER, ...(light.includes(name) ? light : [name])])
  }
  return readFileSync(pathOf(name))
}

type ReceivedFile = {
  name: string
  /** @default that of the name's ending */
  mimeType?: string
  /** @default a paper, or the video, of a size that no other file has */
  content?: 'picture' | 'nothing' | 'stored paper'
}

const [first] = TRACK_CODES
const last = TRACK_CODES.at(-1) ?? first
const GOOGLES_OWN = 'application/vnd.google-apps.'

export const receivedFiles: readonly ReceivedFile[] = [
  { name: `${first} 2025 rattrapage.pdf` },
  { name: `${first} 2025 rattrapage corrigé.pdf` },
  { name: `Bac-${last}-2025-Rattrapage.pdf` },
  { name: `${last}_2025_R_corrige.pdf` },
  { name: `Examen national ${last} 2016 session de rattrapage.pdf` },
  { name: `Corrigé ${first} 2024 rattrapage.pdf` },
  { name: `${last} 2020 normale correction.pdf` },
  { name: `Correction vidéo ${first} 2022 normale.mp4` },
  { name: `${first}_Ondes_1_2025_N_enonce.pdf` },
  { name: `Cours ${last} Dipôle RC 2025 normale.pdf` },
  { name: 'Scan du 12 juin.pdf' },
  { name: `Copie de Bac-${first}-2023-Normale.pdf`, content: 'stored paper' },
  { name: 'Photo du tableau.jpg', mimeType: 'image/jpeg', content: 'picture' },
  { name: 'Exercices à relire', mimeType: `${GOOGLES_OWN}document` },
  { name: `${first} 2024 normale.pdf`, mimeType: `${GOOGLES_OWN}shortcut` },
  { name: `${last} 2019 rattrapage corrigé.pdf`, content: 'nothing' },
]
