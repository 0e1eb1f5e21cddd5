import * as v from 'valibot'
import type { DriveReference } from '#shared/entities/file.ts'
import type { CallDrive } from './calls.ts'
import { DriveFailure } from './failure.ts'

/** Drive writes 64-bit numbers as text; folders and Google's own documents have no size. */
export const SizeText = v.optional(
  v.nullable(v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number))),
  null,
)

export const Capabilities = v.optional(v.object({ canDownload: v.optional(v.boolean(), true) }), {
  canDownload: true,
})

const Metadata = v.object({
  name: v.string(),
  mimeType: v.string(),
  size: SizeText,
  trashed: v.optional(v.boolean(), false),
  capabilities: Capabilities,
  md5Checksum: v.optional(v.string()),
  headRevisionId: v.optional(v.string()),
})

/** Metadata of a file. `size` in bytes, null for a file that cannot be downloaded. */
export type FileFacts = {
  name: string
  mimeType: string
  size: number | null
  isTrashed: boolean
  canDownload: boolean
  /** Names the content: it changes whenever the file does. Letters, digits and hyphens; null where Drive gives none. */
  content: string | null
}

const FIELDS = 'name,mimeType,size,trashed,capabilities/canDownload,md5Checksum,headRevisionId'

/** @throws DriveFailure, `missing` when there is no such file for the service account */
export async function readFacts(call: CallDrive, file: DriveReference): Promise<FileFacts> {
  const response = await call({
    path: `/drive/v3/files/${file.fileId}`,
    query: { fields: FIELDS, supportsAllDrives: 'true' },
    target: file,
  })
  const { trashed, capabilities, md5Checksum, headRevisionId, ...facts } = await parseAnswer(
    Metadata,
    response,
  )
  const content = (md5Checksum ?? headRevisionId)?.replace(/[^\w-]/g, '').slice(0, 64) || null
  return { ...facts, isTrashed: trashed, canDownload: capabilities.canDownload, content }
}

/** @throws DriveFailure when the answer is not as Drive documents it */
export async function parseAnswer<S extends v.GenericSchema>(
  schema: S,
  response: Response,
): Promise<v.InferOutput<S>> {
  try {
    return v.parse(schema, await response.json())
  } catch (cause) {
    throw new DriveFailure('down', 'Drive answered something else', cause)
  }
}
