/** A tree of names; an empty one stands for everything below. */
type Mask = Map<string, Mask>

/**
 * What Google's `fields` parameter leaves of an answer: `nextPageToken,files(id,name)`, `capabilities/canDownload`, `*`.
 * @throws Error on a text that is no such mask
 */
export function selectFields(value: unknown, fields: string): unknown {
  return fields === '*' ? value : select(value, parseMask(fields))
}

function select(value: unknown, mask: Mask): unknown {
  if (mask.size === 0) return value
  if (Array.isArray(value)) return value.map((item) => select(item, mask))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => {
      const below = mask.get(name)
      return below ? [[name, select(part, below)]] : []
    }),
  )
}

function parseMask(text: string): Mask {
  const tokens = text.match(/[\w*]+|[(),/]/g) ?? []
  if (tokens.join('') !== text.replace(/\s/g, '')) throw new Error(`Invalid field selection ${text}`)
  const mask = readMask(tokens)
  if (tokens.length > 0) throw new Error(`Invalid field selection ${text}`)
  return mask
}

/** Takes one mask off the front of the tokens. */
function readMask(tokens: string[]): Mask {
  const mask: Mask = new Map()
  do mask.set(readName(tokens), readBelow(tokens))
  while (takes(tokens, ','))
  return mask
}

function readName(tokens: string[]): string {
  const name = tokens.shift()
  if (name === undefined || !/\w/.test(name)) throw new Error('Invalid field selection: a name is missing')
  return name
}

function readBelow(tokens: string[]): Mask {
  if (takes(tokens, '/')) return new Map([[readName(tokens), readBelow(tokens)]])
  if (!takes(tokens, '(')) return new Map()
  const mask = readMask(tokens)
  if (!takes(tokens, ')')) throw new Error('Invalid field selection: a bracket is missing')
  return mask
}

function takes(tokens: string[], token: string): boolean {
  if (tokens[0] !== token) return false
  tokens.shift()
  return true
}
