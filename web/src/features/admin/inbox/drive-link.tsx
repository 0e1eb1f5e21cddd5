import type { InboxItem } from '#shared/contract/admin/inbox.ts'

/** Opens a file in Drive, where its owner looks at what it contains. */
export function DriveLink({ item: { fileId, name } }: { item: InboxItem }) {
  return (
    <a href={`https://drive.google.com/file/d/${fileId}/view`} target="_blank" rel="noopener noreferrer">
      {name || 'Sans nom'}
    </a>
  )
}
