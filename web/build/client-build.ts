import type { Rolldown } from 'vite'

type Chunk = Rolldown.OutputChunk

/** The chunks of the browser's build, asked by what the pages need of them. */
export type ClientChunks = {
  /** Addresses that the scripts of every page come from: the entry and what it imports. */
  readonly entry: readonly string[]
  /** What a page needs beyond the entry: its own chunk and what that imports. */
  ofPage(name: string): string[]
  readonly style: string
}

/** @throws Error when the build has no single entry and style, chunks that import each other, or a page's chunk is not named for it */
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
  // One of them would run before the others, without what it takes from them.
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
