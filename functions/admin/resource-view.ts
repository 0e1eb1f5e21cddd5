import type { ManagedResource } from '#shared/domain/document-input.ts'
import type { FileReference } from '#shared/entities/file.ts'
import type { Resource } from '#shared/entities/resource.ts'

/** A resource as the owner sees it, sends it back and exports it. */
export function resourceView(resource: Resource): ManagedResource {
  const { version: _version, size: _size, pages: _pages, file, captions, ...rest } = resource
  return {
    ...rest,
    file: fileText(file),
    captions: captions && fileText(captions),
  }
}

/** A file reference as text that the contract reads as the same reference. */
export function fileText(file: FileReference): string {
  switch (file.kind) {
    case 'coming-soon':
      return 'coming-soon'
    case 'youtube':
      return `https://www.youtube.com/watch?v=${file.videoId}`
    case 'drive':
      return file.resourceKey === undefined
        ? file.fileId
        : `https://drive.google.com/file/d/${file.fileId}/view?resourcekey=${file.resourceKey}`
  }
}
