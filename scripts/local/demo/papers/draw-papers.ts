import { createHash } from 'node:crypto'
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PaperFacts } from '../paper-files.ts'
import { drawPaper } from './draw-paper.ts'
import { papers } from './papers.ts'

// After a change of texts `node scripts/local/demo/papers/draw-papers.ts` notes the facts of every PDF. With a folder and
// names it draws these into the folder.

const [folder, ...names] = process.argv.slice(2)

if (folder === undefined) {
  const facts: Record<string, PaperFacts> = {}
  for (const paper of papers) {
    const { pdf, pages, headings } = await drawPaper(paper)
    const digest = (algorithm: string) => createHash(algorithm).update(pdf).digest('hex')
    facts[paper.name] = {
      size: pdf.length,
      pages,
      exercises: headings.map(({ page }) => page),
      md5: digest('md5'),
      sha256: digest('sha256'),
    }
  }
  // Lists of numbers take one line, as Biome writes them.
  const text = JSON.stringify(facts, null, 2).replace(/\[\s+([^\]]*?)\s+\]/g, (_, list: string) => {
    return `[${list.replace(/\s+/g, ' ')}]`
  })
  writeFileSync(new URL('../files/papers.json', import.meta.url), `${text}\n`)
} else {
  for (const paper of papers.filter(({ name }) => names.includes(name))) {
    const path = join(folder, `${paper.name}.pdf`)
    const unfinished = `${path}.${process.pid}`
    writeFileSync(unfinished, (await drawPaper(paper)).pdf)
    renameSync(unfinished, path)
  }
}
