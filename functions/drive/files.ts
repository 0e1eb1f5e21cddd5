import * as v from 'valibot'
import type { FolderFile } from '#shared/contract/admin/documents.ts'
import type { FolderReference } from '#shared/domain/documents/drive-reference.ts'
import { withoutInvisible } from '#shared/entities/fields.ts'
import type { DriveReference } from '#shared/entities/file.ts'
import { type CallDrive } from './calls.ts'
import { DriveFailure } from './failure.ts'

/** Drive writes 64-bit numbers as text; folders and Google's own documents have no size. */
const SizeText = v.optional(v.nullable(v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number))), null)

const Capabilities = v.optional(v.object({ canDownload: v.optional(v.boolean(), true) }), {
  canDownload: true,
})

const Metadata = v.pipe(
  v.object({
    name: v.string(),
    mimeType: v.string(),
    size: SizeText,
    trashed: v.optional(v.boolean(), false),
    capabilities: Capabilities,
    md5Checksum: v.optional(v.string()),
    headRevisionId: v.optional(v.string()),
  }),
  v.transform(({ trashed, capabilities, md5Checksum, headRevisionId, ...facts }) => ({
    ...facts,
    isTrashed: trashed,
    canDownload: capabilities.canDownload,
    /** Changes whenever the file does. Letters, digits and hyphens; null where Drive gives none. */
    content: (md5Checksum ?? headRevisionId)?.replace(/[^\w-]/g, '').slice(0, 64) || null,
  })),
)

/** Metadata of a file. `size` in bytes, null for a file that cannot be downloaded. */
export type FileFacts = v.InferOutput<typeof Metadata>

const FIELDS = 'name,mimeType,size,trashed,capabilities/canDownload,md5Checksum,headRevisionId'

/** @throws DriveFailure, `missing` when there is no such file for the service account */
export async function readFacts(call: CallDrive, file: DriveReference): Promise<FileFacts> {
  const response = await call({
    path: `/drive/v3/files/${file.fileId}`,
    query: { fields: FIELDS, supportsAllDrives: 'true' },
    target: file,
  })
  return parseAnswer(Metadata, response)
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

const FolderAnswer = v.object({
  nextPageToken: v.optional(v.nullable(v.string()), null),
  files: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      mimeType: v.string(),
      size: SizeText,
      resourceKey: v.optional(v.string()),
      capabilities: Capabilities,
    }),
  ),
})

export type ListedFile = { file: DriveReference; mimeType: string; canDownload: boolean } & Pick<
  FolderFile,
  'name' | 'size' | 'unusable'
>
export type FolderPage = { items: ListedFile[]; nextPageToken: string | null }

const PAGE_SIZE = 100
const GOOGLES_OWN = 'application/vnd.google-apps.'

export type FolderOrder = 'name_natural' | 'createdTime desc'

/** @throws DriveFailure, `missing` when there is no such folder for the service account */
export async function listFiles(
  call: CallDrive,
  folder: FolderReference,
  pageToken: string | undefined,
  orderBy: FolderOrder,
): Promise<FolderPage> {
  const response = await call({
    path: '/drive/v3/files',
    query: {
      // An id has letters, digits, underscores and hyphens only, so that nothing must be escaped.
      q: `'${folder.fileId}' in parents and trashed = false and mimeType != '${GOOGLES_OWN}folder'`,
      fields: 'nextPageToken,files(id,name,mimeType,size,resourceKey,capabilities/canDownload)',
      orderBy,
      pageSize: String(PAGE_SIZE),
      supportsAllDrives: 'true',
      includeItemsFromAllDrives: 'true',
      ...(pageToken !== undefined && { pageToken }),
    },
    target: folder,
  })
  const { files, nextPageToken } = await parseAnswer(FolderAnswer, response)
  return {
    items: files.map(({ id: fileId, resourceKey, name, mimeType, size, capabilities }) => ({
      file: { kind: 'drive', fileId, ...(resourceKey !== undefined && { resourceKey }) },
      // A reversed name could end in 'pdf' where the file's does not.
      name: withoutInvisible(name),
      mimeType,
      size,
      canDownload: capabilities.canDownload,
      unusable: unusableKind(mimeType),
    })),
    nextPageToken,
  }
}

function unusableKind(mimeType: string): FolderFile['unusable'] {
  if (!mimeType.startsWith(GOOGLES_OWN)) return null
  return mimeType === `${GOOGLES_OWN}shortcut` ? 'shortcut' : 'google-document'
}
