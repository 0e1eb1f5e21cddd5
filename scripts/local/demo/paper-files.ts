import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Content, storedContent } from '../drive/files.ts'

/** Facts about a PDF that need no drawing; `exercises` are the pages on which they begin. */
export type PaperFacts = { size: number; pages: number; exercises: number[]; md5: string; sha256: string }

const FILES = new URL('files/', import.meta.url)
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/demo-papers/', import.meta.url))
const DRAW = fileURLToPath(new URL('papers/draw-papers.ts', import.meta.url))

const facts = JSON.parse(readFileSync(new URL('papers.json', FILES), 'utf8')) as Record<string, PaperFacts>

export function paperFacts(name: string): PaperFacts {
  const found = facts[name]
  if (!found) throw new Error(`No paper has the name ${name}`)
  return found
}

const digests = new Set(Object.values(facts).map(({ sha256 }) => sha256))

/** Tells by the SHA-256 of its bytes whether a PDF is one of the demo's. */
export function isOfDemo(sha256: string): boolean {
  return digests.has(sha256)
}

const contents = new Map<string, Content>()

/** Returns the PDF of a name. A heavy one is not in the repository, and is drawn when it is first read. */
export function paperContent(name: string): Content {
  const content = contents.get(name) ?? openPaper(name)
  contents.set(name, content)
  return content
}

function openPaper(name: string): Content {
  const light = new URL(`${name}.pdf`, FILES)
  if (existsSync(light)) return storedContent(readFileSync(light))
  const { size, md5, sha256 } = paperFacts(name)
  let bytes: Buffer | undefined
  return {
    size,
    md5,
    etag: `"${sha256.slice(0, 27)}"`,
    *read(start, end) {
      bytes ??= readHeavy(name, sha256)
      yield bytes.subarray(start, end + 1)
    },
  }
}

/** Drawing takes a second, in a process of its own, since Drive's content is read without waiting. */
function readHeavy(name: string, sha256: string): Buffer {
  const path = `${CACHE}${name}-${sha256}.pdf`
  if (!existsSync(path)) {
    mkdirSync(CACHE, { recursive: true })
    const unfinished = `${path}.${process.pid}`
    execFileSync(process.execPath, [DRAW, name, unfinished])
    renameSync(unfinished, path)
  }
  return readFileSync(path)
}
