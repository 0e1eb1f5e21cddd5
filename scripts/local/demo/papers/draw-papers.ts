import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import type { PaperFacts } from '../paper-files.ts'
import { drawPaper } from './draw-paper.ts'
import { papers } from './papers.ts'

// Draws the demonstration's PDFs after a change of their texts: `node scripts/local/demo/papers/draw-papers.ts`. Light
// ones stand in the repository. Heavy ones are drawn when they are first read: then a name and a path are given.

const [name, path] = process.argv.slice(2)
const files = new URL('../files/', import.meta.url)

if (path === undefined) {
  const facts: Record<string, PaperFacts> = {}
  for (const paper of papers) {
    const { pdf, pages, headings } = await drawPaper(paper)
    const digest = (algorithm: string) => createHash(algorithm).update(pdf).digest('hex')
    if (paper.make === 'light') writeFileSync(new URL(`${paper.name}.pdf`, files), pdf)
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
  writeFileSync(new URL('papers.json', files), `${text}\n`)
} else {
  const paper = papers.find((each) => each.name === name)
  if (!paper) throw new Error(`No paper has the name ${name}`)
  writeFileSync(path, (await drawPaper(paper)).pdf)
}
