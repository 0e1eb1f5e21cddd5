/** Excel writes the separator of a file on a line of its own. */
const SEPARATOR_LINE = /^sep=(.)(?:\r\n|\r|\n)/i

/** Returns how to read a CSV file: its text from the header on, the number of that line, and the separator of cells. */
export function openCsv(text: string): { body: string; firstLine: number; delimiter: string } {
  const unmarked = text.replace(/^\uFEFF/, '')
  const [line, separator] = SEPARATOR_LINE.exec(unmarked) ?? []
  if (line !== undefined && separator !== undefined)
    return { body: unmarked.slice(line.length), firstLine: 2, delimiter: separator }
  const [header = ''] = unmarked.split(/[\r\n]/, 1)
  const delimiter = [';', '\t'].find((sign) => header.includes(sign)) ?? ','
  return { body: unmarked, firstLine: 1, delimiter }
}

/** Returns the known column of a title, whose capitals may differ; undefined for another one. */
export function columnNamed<Column extends string>(
  columns: readonly Column[],
  title: string,
): Column | undefined {
  const name = title.trim().toLowerCase()
  return columns.find((column) => column.toLowerCase() === name)
}
