const PATH = '\\w+(?:/\\w+)*'
const ITEM = `${PATH}(?:\\(${PATH}(?:,${PATH})*\\))?`
const MASK = new RegExp(`^${ITEM}(?:,${ITEM})*$`)

/**
 * Applies Google's `fields` parameter to an answer: `nextPageToken,files(id,name)`, `capabilities/canDownload`, `*`.
 * @throws Error on a text that is no such mask
 */
export function selectFields(value: unknown, fields: string): unknown {
  if (fields === '*') return value
  const mask = fields.replace(/\s/g, '')
  if (!MASK.test(mask)) throw new Error(`Invalid field selection ${fields}`)
  const paths = mask
    .replace(/(\w+)\(([\w/,]*)\)/g, (_, name: string, inner: string) =>
      inner
        .split(',')
        .map((each) => `${name}/${each}`)
        .join(','),
    )
    .split(',')
  return select(
    value,
    paths.map((path) => path.split('/')),
  )
}

/** Selects fields by their paths; an empty path selects everything below. */
function select(value: unknown, paths: string[][]): unknown {
  if (paths.some((path) => path.length === 0) || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => select(item, paths))
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => {
      const below = paths.filter(([first]) => first === name).map(([, ...rest]) => rest)
      return below.length > 0 ? [[name, select(part, below)]] : []
    }),
  )
}
