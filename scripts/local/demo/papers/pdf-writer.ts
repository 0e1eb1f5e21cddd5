/** An entry of a PDF's outline; `page` is 1-based. */
type OutlineEntry = { title: string; page: number }

/** Resources are entries of the page's dictionary, such as '/Font << … >>'. */
type PageParts = { content: string; resources: string }

const A4 = '/MediaBox [0 0 595 842]'
/** Objects 1 and 2 are the catalog and the tree of pages. */
const FIRST_NUMBER = 3

/** Writes the syntax of a PDF (ISO 32000), uncompressed, so that its bytes are the same on every machine. */
export class PdfWriter {
  readonly #objects: Buffer[] = []
  readonly #pages: string[] = []

  add(entries: string, stream?: Uint8Array): string {
    this.#objects.push(
      stream
        ? Buffer.concat([
            latin1(`<< ${entries} /Length ${stream.length} >>\nstream\n`),
            stream,
            latin1('\nendstream'),
          ])
        : latin1(`<< ${entries} >>`),
    )
    return `${this.#objects.length + FIRST_NUMBER - 1} 0 R`
  }

  addPage({ content, resources }: PageParts): void {
    const contents = this.add('', latin1(content))
    this.#pages.push(
      this.add(`/Type /Page /Parent 2 0 R ${A4} /Contents ${contents} /Resources << ${resources} >>`),
    )
  }

  save({ title, outline = [] }: { title: string; outline?: readonly OutlineEntry[] }): Buffer {
    const catalog = `/Type /Catalog /Pages 2 0 R /Lang (fr) ${this.#addOutline(outline)}`
    const information = this.add(`/Title (${escapeText(title)})`)
    const tree = `/Type /Pages /Kids [${this.#pages.join(' ')}] /Count ${this.#pages.length}`
    const objects = [latin1(`<< ${catalog} >>`), latin1(`<< ${tree} >>`), ...this.#objects]
    const parts = [latin1('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')]
    const places: number[] = []
    let length = parts[0]?.length ?? 0
    for (const [index, object] of objects.entries()) {
      const part = Buffer.concat([latin1(`${index + 1} 0 obj\n`), object, latin1('\nendobj\n')])
      places.push(length)
      length += part.length
      parts.push(part)
    }
    const count = objects.length + 1
    const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
    const trailer = `trailer\n<< /Size ${count} /Root 1 0 R /Info ${information} >>\nstartxref\n${length}\n%%EOF\n`
    return Buffer.concat([...parts, latin1(`xref\n0 ${count}\n0000000000 65535 f \n${table}${trailer}`)])
  }

  /** @returns the catalog's entry for it */
  #addOutline(outline: readonly OutlineEntry[]): string {
    if (outline.length === 0) return ''
    const root = this.#objects.length + FIRST_NUMBER
    const reference = (index: number) => `${root + 1 + index} 0 R`
    const last = outline.length - 1
    this.add(`/Type /Outlines /First ${reference(0)} /Last ${reference(last)} /Count ${outline.length}`)
    for (const [index, { title, page }] of outline.entries())
      this.add(
        `/Title (${escapeText(title)}) /Parent ${root} 0 R /Dest [${this.#pages[page - 1]} /Fit]` +
          (index > 0 ? ` /Prev ${reference(index - 1)}` : '') +
          (index < last ? ` /Next ${reference(index + 1)}` : ''),
      )
    return `/Outlines ${root} 0 R`
  }
}

function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}

/** Escapes a text for a literal string; characters outside Latin-1 become a hyphen. */
export function escapeText(text: string): string {
  return text.replace(/[^\0-\xff]/g, '-').replace(/[()\\]/g, String.raw`\$&`)
}

export function fixed(value: number): string {
  return String(Math.round(value * 100) / 100)
}
