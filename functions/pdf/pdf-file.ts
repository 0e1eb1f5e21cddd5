/** An object of a PDF as its file has it, from `7 0 obj` to `endobj`. */
export type FileObject = { number: number; bytes: Buffer }

export function fileObject(number: number, dictionary: string, stream?: Buffer): FileObject {
  const length = stream ? ` /Length ${stream.length}` : ''
  const beginning = Buffer.from(`${number} 0 obj\n<< ${dictionary}${length} >>\n`)
  const body = stream ? [Buffer.from('stream\n'), stream, Buffer.from('\nendstream\n')] : []
  return { number, bytes: Buffer.concat([beginning, ...body, Buffer.from('endobj\n')]) }
}

/** Returns a text as a hexadecimal string, in UTF-16. */
export function hexText(text: string): string {
  return `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()}>`
}

/**
 * Writes a PDF whose objects stand in this order, whatever their numbers are.
 * @param trailer entries of the trailer, such as `/Root 1 0 R`
 */
export function writePdf(objects: readonly FileObject[], trailer: string): Buffer {
  const header = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')
  const places = new Map<number, number>()
  let length = header.length
  let size = 1
  for (const { number, bytes } of objects) {
    places.set(number, length)
    length += bytes.length
    size = Math.max(size, number + 1)
  }
  const rows = Array.from({ length: size }, (_, number) => {
    const place = places.get(number)
    return place === undefined ? '0000000000 65535 f \n' : `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const end = `trailer\n<< /Size ${size} ${trailer} >>\nstartxref\n${length}\n%%EOF\n`
  const table = Buffer.from(`xref\n0 ${size}\n${rows.join('')}${end}`)
  // Memory of its own, which a thread can hand over.
  const file = Buffer.alloc(length + table.length)
  let place = 0
  for (const part of [header, ...objects.map(({ bytes }) => bytes), table]) place += part.copy(file, place)
  return file
}

/** Returns the objects of a file that PDFium wrote, which has one table of their places. */
export function readObjects(file: Buffer): { objects: FileObject[]; trailer: string } {
  const end = file.lastIndexOf('xref', file.lastIndexOf('startxref') - 1)
  const table = file.toString('latin1', end)
  const places = [...table.matchAll(/^(\d{10}) 00000 n/gm)]
    .map(([, place]) => Number(place))
    .toSorted((one, other) => one - other)
  const objects = places.map((place, index) => {
    const bytes = file.subarray(place, places[index + 1] ?? end)
    return { number: Number.parseInt(bytes.toString('latin1', 0, 10), 10), bytes }
  })
  return { objects, trailer: table.slice(table.indexOf('trailer')) }
}
