import { createHash } from 'node:crypto'
import { PDFDocument, type PDFPage, rgb, StandardFonts } from 'pdf-lib'
import { chapterTitle, findTheme, THEME_SLUGS, type ThemeSlug } from '#shared/catalogue/themes.ts'
import { findTrack } from '#shared/catalogue/tracks.ts'
import { type DemoFile, LONG_PAPER_ID, LONG_PAPER_PAGES } from './demo-files.ts'
import { type Exercise, exercises } from './exercises.ts'
import { drawFigure, FIGURE_HEIGHT } from './figures.ts'
import { drawLine, type Fonts, linesOf } from './rich-text.ts'
import { seededRandom } from './seeded-random.ts'

const PAGE = { width: 595, height: 842, margin: 56 }
const COLUMN = PAGE.width - 2 * PAGE.margin
const LINE = 15.5
const SIZE = 10.5

/** A paper never changes: same id, same bytes. */
const PRINTED = new Date('2025-01-01T00:00:00Z')

type Heading = { title: string; subtitle: string; coefficient: string }

/** Draws the PDF of a demo file: some pages that read like an exam paper, the same bytes for the same id. */
export async function drawPaper(file: DemoFile): Promise<Uint8Array> {
  const random = seededRandom(file.id)
  const document = await PDFDocument.create({ updateMetadata: false })
  const fonts: Fonts = {
    text: await document.embedFont(StandardFonts.TimesRoman),
    bold: await document.embedFont(StandardFonts.TimesRomanBold),
    symbol: await document.embedFont(StandardFonts.Symbol),
  }
  const heading = headingOf(file)
  const withAnswers = file.topic.kind === 'resource' && file.topic.resourceType === 'correction'
  const sheet = new Sheet(document, fonts)
  sheet.heading(heading)
  themesOfPaper(file, random).forEach((theme, index) => {
    sheet.exercise(index + 1, exercises[theme], random, withAnswers)
  })
  if (file.id === LONG_PAPER_ID) sheet.fill(LONG_PAPER_PAGES, random)
  sheet.closing()
  document.setTitle(`${heading.title} - ${heading.subtitle}`)
  document.setLanguage('fr')
  document.setProducer('Drive local de démonstration')
  document.setCreationDate(PRINTED)
  document.setModificationDate(PRINTED)
  return document.save({ useObjectStreams: false })
}

/** The name under which the Drive lists a file. */
export function paperTitle(file: DemoFile): string {
  const { title, subtitle } = headingOf(file)
  return `${title} - ${subtitle}`
}

function headingOf({ id, topic }: DemoFile): Heading {
  if (topic.kind === 'bac')
    return {
      title: 'Examen national du baccalauréat',
      subtitle: `Session ${topic.session} ${topic.year} - Filière ${findTrack(topic.track).label}`,
      coefficient: 'Physique-Chimie - Durée : 4 h',
    }
  if (id === LONG_PAPER_ID)
    return {
      title: "Polycopié : exercices de toute l'année",
      subtitle: `${LONG_PAPER_PAGES} pages`,
      coefficient: 'Physique-Chimie',
    }
  if (topic.kind === 'other')
    return {
      title: 'Document de démonstration',
      subtitle: `Référence ${createHash('sha256').update(id).digest('hex').slice(0, 8)}`,
      coefficient: 'Physique-Chimie',
    }
  const kinds = { exercise: 'Énoncé', correction: 'Corrigé', course: 'Cours', exam: 'Examen' }
  const chapter =
    chapterTitle(topic.track, topic.theme, topic.chapter) ?? findTheme(topic.track, topic.theme)?.title
  return {
    title: `${kinds[topic.resourceType]} : ${chapter ?? topic.theme}`,
    subtitle: `Session ${topic.session} ${topic.year} - Filière ${findTrack(topic.track).label}`,
    coefficient: 'Physique-Chimie',
  }
}

function themesOfPaper({ topic }: DemoFile, random: () => number): ThemeSlug[] {
  const shuffled = THEME_SLUGS.map((theme) => ({ theme, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ theme }) => theme)
  if (topic.kind === 'bac') return shuffled.slice(0, 4 + Math.floor(random() * 3))
  const own = THEME_SLUGS.find((slug) => topic.kind === 'resource' && slug === topic.theme)
  const others = shuffled.filter((theme) => theme !== own).slice(0, 2 + Math.floor(random() * 2))
  return own ? [own, ...others] : others
}

/** Pages that fill from top to bottom. */
class Sheet {
  readonly #document: PDFDocument
  readonly #fonts: Fonts
  #page: PDFPage
  #y = PAGE.height - PAGE.margin

  constructor(document: PDFDocument, fonts: Fonts) {
    this.#document = document
    this.#fonts = fonts
    this.#page = document.addPage([PAGE.width, PAGE.height])
  }

  heading({ title, subtitle, coefficient }: Heading): void {
    const height = 74
    this.#page.drawRectangle({
      x: PAGE.margin,
      y: this.#y - height,
      width: COLUMN,
      height,
      borderColor: rgb(0.1, 0.1, 0.12),
      borderWidth: 1.2,
      color: rgb(0.95, 0.96, 0.98),
    })
    this.#y -= 22
    this.#text(title, { size: 15, bold: true, indent: 12 })
    this.#text(subtitle, { size: 11.5, indent: 12 })
    this.#text(coefficient, { size: 10, indent: 12 })
    this.#y -= 24
    this.#text("L'usage de la calculatrice non programmable est autorisé.", { size: 9.5 })
    this.#y -= 6
  }

  exercise(number: number, exercise: Exercise, random: () => number, withAnswers: boolean): void {
    const values = drawValues(exercise, random)
    const filled = (text: string) =>
      text.replace(/(?<![_^])\{(\w+)\}/g, (_, name: string) => values[name] ?? name)
    this.#reserve(3 * LINE)
    this.#y -= 8
    const points = String(exercise.points).replace('.', ',')
    this.#text(`Exercice ${number} : ${exercise.title} (${points} points)`, { size: 12, bold: true })
    for (const paragraph of exercise.statement) this.#text(filled(paragraph))
    this.#figure(exercise)
    exercise.questions.forEach((question, index) => {
      this.#text(`${index + 1}. ${filled(question)}`, { indent: 10 })
      if (withAnswers) this.#text(`Réponse : ${filled(exercise.answers[index] ?? '')}`, { indent: 24 })
    })
  }

  /** Exercises on blank pages, until there are so many. */
  fill(pages: number, random: () => number): void {
    for (let number = 1; this.#document.getPageCount() < pages; number += 1) {
      this.#turn()
      const theme = THEME_SLUGS[number % THEME_SLUGS.length] ?? 'ondes'
      this.exercise(number, exercises[theme], random, false)
    }
  }

  closing(): void {
    const pages = this.#document.getPages()
    pages.forEach((page, index) => {
      const text = `Page ${index + 1} sur ${pages.length}`
      page.drawText(text, { x: PAGE.width / 2 - 28, y: 28, size: 9, font: this.#fonts.text })
    })
  }

  #figure({ figure }: Exercise): void {
    this.#reserve(FIGURE_HEIGHT + 10)
    drawFigure(this.#page, this.#fonts.text, figure, PAGE.margin + 90, this.#y - 14)
    this.#y -= FIGURE_HEIGHT + 6
  }

  #text(text: string, { size = SIZE, bold = false, indent = 0 } = {}): void {
    for (const line of linesOf(text, this.#fonts, size, COLUMN - indent, bold)) {
      this.#reserve(LINE)
      drawLine(this.#page, line, PAGE.margin + indent, this.#y)
      this.#y -= Math.max(LINE, size * 1.3)
    }
  }

  #reserve(height: number): void {
    if (this.#y - height <= PAGE.margin) this.#turn()
  }

  #turn(): void {
    this.#page = this.#document.addPage([PAGE.width, PAGE.height])
    this.#y = PAGE.height - PAGE.margin
  }
}

function drawValues({ values }: Exercise, random: () => number): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, [least, greatest, step]]) => {
      const steps = Math.round((greatest - least) / step)
      const value = least + Math.floor(random() * (steps + 1)) * step
      return [name, value.toFixed(Number.isInteger(step) ? 0 : 1).replace('.', ',')]
    }),
  )
}
