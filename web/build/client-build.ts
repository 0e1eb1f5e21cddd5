import type { Rolldown } from 'vite'

type Chunk = Rolldown.OutputChunk

/** The chunks of the client build, by the pages that need them. */
export type ClientChunks = {
  /** Addresses of the entry and its imports, which every page needs. */
  readonly entry: readonly string[]
  /** Addresses that a page needs beyond the entry: its chunk and its imports. */
  ofPage(name: string): string[]
  readonly style: string
}

/** @throws Error without exactly one entry and style, and for circular chunks or a page without a chunk of its name */
export function readClientBuild(output: Rolldown.RolldownOutput['output']): ClientChunks {
  const chunks = new Map(
    output.filter((file) => file.type === 'chunk').map((chunk) => [chunk.fileName, chunk]),
  )
  const entry = only(
    [...chunks.values()].filter(({ isEntry }) => isEntry),
    'entry',
  )
  const style = only(
    output.filter(({ fileName }) => fileName.endsWith('.css')),
    'style',
  )
  const closureOf = ({ fileName, imports }: Chunk, found = new Set<string>()): Set<string> => {
    if (found.has(fileName)) return found
    found.add(fileName)
    for (const name of imports) {
      const chunk = chunks.get(name)
      if (chunk) closureOf(chunk, found)
    }
    return found
  }
  const isCircular = ({ fileName, imports }: Chunk) =>
    imports.some((name) => closureOf(chunks.get(name) as Chunk).has(fileName))
  const circular = [...chunks.values()].filter(isCircular).map(({ fileName }) => fileName)
  // One of them would run before the modules that it imports.
  if (circular.length > 0) throw new Error(`Chunks that import each other: ${circular.join(', ')}`)
  const everywhere = closureOf(entry)
  return {
    entry: [...everywhere].map(addressOf),
    style: addressOf(style.fileName),
    ofPage(name) {
      const file = `/${kebabCase(name)}.tsx`
      const chunk = only(
        [...chunks.values()].filter(({ facadeModuleId }) => facadeModuleId?.endsWith(file)),
        `chunk of ${file}`,
      )
      return [...closureOf(chunk)].filter((each) => !everywhere.has(each)).map(addressOf)
    },
  }
}

function addressOf(fileName: string): string {
  return `/${fileName}`
}

function kebabCase(name: string): string {
  return name.replace(/(?<!^)[A-Z]/g, '-$&').toLowerCase()
}

function only<T>(found: readonly T[], what: string): T {
  const [first] = found
  if (!first || found.length > 1) throw new Error(`The build has ${found.length} files as ${what}`)
  return first
}
