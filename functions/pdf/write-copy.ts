import { inflateSync } from 'node:zlib'
import type { Copy } from '#shared/entities/copy.ts'
import { MARK_RESOURCES, type Mark, markContent, type PageSize } from './mark-content.ts'
import { type FileObject, fileObject, hexText, readObjects, writePdf } from './pdf-file.ts'

type CopyParts = Pick<Copy, 'title' | 'code'> & { sizes: readonly PageSize[]; mark: Mark }

/**
 * Writes a copy from a PDF of one sheet, on which each page of the paper is a form. A page of the copy draws its form and
 * the mark above it.
 *
 * The contents of the pages, which have the marks and call up the forms, stand first; then the forms with all that they
 * need; and the pages themselves and the catalog last. A file that was cut at its end has no pages, and one that was cut
 * at its beginning has lost the content of a page together with its mark. The file depends on the paper and the copy
 * alone, so that a repeated download continues with the same bytes.
 */
export function writeCopy(sheet: Buffer, { sizes, mark, title, code }: CopyParts): Buffer {
  const { forms, others, next } = readSheet(sheet)
  if (forms.length !== sizes.length) throw new Error('A page is missing')
  let number = next
  const add = (dictionary: string, stream?: Buffer) => fileObject(number++, dictionary, stream)
  const fonts = add(MARK_RESOURCES.Font)
  const states = add(MARK_RESOURCES.ExtGState)
  const tree = number++
  /** Pages of one size share their content, in which each has another form. */
  const contents = new Map<string, FileObject>()
  const pages = sizes.map((size, index) => {
    const operators = `/Paper Do\n${markContent(size, mark)}`
    const content = contents.get(operators) ?? add('', Buffer.from(operators))
    contents.set(operators, content)
    const names = `/Font ${fonts.number} 0 R /ExtGState ${states.number} 0 R`
    return add(
      `/Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${size.width} ${size.height}] ` +
        `/Contents ${content.number} 0 R /Resources << ${names} /XObject << /Paper ${forms[index]} 0 R >> >>`,
    )
  })
  const kids = pages.map((page) => `${page.number} 0 R`).join(' ')
  // The dashboard finds the code here or in a content (web/src/features/admin/copies/read-copy-code.ts).
  const info = add(`/Title ${hexText(title)} /Keywords ${hexText(`Exemplaire ${code}`)}`)
  const catalog = add(`/Type /Catalog /Pages ${tree} 0 R`)
  return writePdf(
    [
      ...contents.values(),
      fonts,
      states,
      ...others,
      ...pages,
      fileObject(tree, `/Type /Pages /Count ${pages.length} /Kids [${kids}]`),
      info,
      catalog,
    ],
    `/Root ${catalog.number} 0 R /Info ${info.number} 0 R`,
  )
}

/** Returns the numbers of the forms in the order of the pages, and the objects of the file without its own pages. */
function readSheet(sheet: Buffer): { forms: number[]; others: FileObject[]; next: number } {
  const { objects, trailer } = readObjects(sheet)
  const byNumber = new Map(objects.map((object) => [object.number, object.bytes]))
  const numberAfter = (text: string, key: string) =>
    Number.parseInt(text.slice(text.indexOf(key) + key.length), 10)
  /** Takes an object out of the file by the reference to it. */
  const take = (text: string, key: string) => {
    const number = numberAfter(text, key)
    const bytes = byNumber.get(number)
    if (!bytes) throw new Error('An object is missing')
    byNumber.delete(number)
    return bytes
  }
  take(trailer, '/Info ')
  const catalog = take(trailer, '/Root ').toString('latin1')
  const tree = take(catalog, '/Pages ').toString('latin1')
  const page = take(tree, '/Kids[ ').toString('latin1')
  const content = take(page, '/Contents ')
  const operators = inflateSync(content.subarray(content.indexOf('stream\r\n') + 8)).toString('latin1')
  const named = new Map(
    [...page.matchAll(/\/(X\d+) (\d+) 0 R/g)].map(([, name, number]) => [name, Number(number)]),
  )
  const forms = [...operators.matchAll(/\/(X\d+) Do/g)].map(([, name]) => named.get(name) ?? 0)
  return {
    forms,
    others: objects.filter(({ number }) => byNumber.has(number)),
    next: numberAfter(trailer, '/Size '),
  }
}
