import { useId } from 'react'
import { comingSoonTexts } from '#web/lib/documents/document-texts.ts'
import type { DocumentRequest } from '#web/lib/documents/open-document.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Modal } from '#web/ui/dialog.tsx'
import { Viewer } from './viewer.tsx'
import styles from './viewer-dialog.module.css'
import { ViewerToolbar } from './viewer-toolbar.tsx'

type ViewerDialogProps = { request: DocumentRequest; onClose: () => void }

/** A document over the whole window. */
export function ViewerDialog({ request, onClose }: ViewerDialogProps) {
  const titleId = useId()
  return (
    <Modal labelledBy={titleId} onClose={onClose} screen>
      {request.available ? (
        <Viewer request={request} titleId={titleId} onClose={onClose} />
      ) : (
        <div className={styles.viewer}>
          <ViewerToolbar title={request.title} titleId={titleId} onClose={onClose} />
          <div className={styles.message}>
            <Alert kind="info">
              <p>{comingSoonTexts[request.type]}</p>
            </Alert>
          </div>
        </div>
      )}
    </Modal>
  )
}
