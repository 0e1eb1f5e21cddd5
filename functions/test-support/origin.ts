import { type Document, documentOfResource } from '#shared/domain/documents/document.ts'
import type { Resource } from '#shared/entities/resource.ts'
import { type FilePath, filePath } from '../delivery/file-path.ts'
import { resourceFixture } from './content.ts'
import { startSite } from './site.ts'
import {
  type FileAnswer,
  fetchFile,
  installStreamingRuntime,
  type StreamingHandler,
} from './streaming-runtime.ts'

export type Origin = Awaited<ReturnType<typeof startOrigin>>

type FileCall = Parameters<typeof fetchFile>[2]

/**
 * Starts the document origin as deployed in stream mode: the real exported handler, on the table and the Drive of a site.
 */
export async function startOrigin() {
  const site = await startSite()
  installStreamingRuntime()
  // The import is late, because a function reads its environment when it starts.
  const module = await import('../files/origin.ts')
  const handler = module.handler as unknown as StreamingHandler
  const copies = (await import('../copies/handler.ts')).handler as unknown as StreamingHandler
  return {
    ...site,
    handler,
    fetch: (path: string, call?: FileCall) => fetchFile(handler, path, call),
    /** Like `fetch`, from the function of personal copies. */
    fetchCopy: (path: string, call?: FileCall) => fetchFile(copies, path, call),
    stored: async (changes: Partial<Resource> = {}) => {
      const resource = resourceFixture(changes)
      await site.stores.resources.putAll([resource])
      return documentOfResource(resource)
    },
  }
}

export function documentPath({ id, version, fileName }: Document, use: FilePath['use'] = 'inline'): string {
  return filePath({ documentId: id, version, use, fileName })
}

export function parseProblem({ body }: Pick<FileAnswer, 'body'>): Record<string, unknown> {
  return JSON.parse(body.toString()) as Record<string, unknown>
}
