import { Crown, Download, Eye } from 'lucide-react'
import { problems } from '#shared/contract/problems.ts'
import type { SubjectItem } from '#shared/entities/subject.ts'
import { subjectTitle } from '#shared/entities/subject.ts'
import type { Access } from '#web/lib/auth/use-auth.ts'
import { weightText } from '#web/lib/documents/document-weight.ts'
import { useOpenDocument } from '#web/lib/documents/open-document.ts'
import { useSaveDocument } from '#web/lib/documents/use-save-document.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Wheel } from '#web/ui/loading.tsx'
import styles from './subject-table.module.css'

/** What somebody with this access can do with the subject of one year and session. */
export function SubjectCell({ subject, access }: { subject: SubjectItem | null; access: Access }) {
  return <div className={styles.cell}>{contentOf(subject, access)}</div>
}

function contentOf(subject: SubjectItem | null, access: Access) {
  if (!subject) return <span className={styles.none}>Non disponible</span>
  switch (access) {
    case 'checking':
      return <span className={styles.placeholder} />
    case 'visitor':
    case 'free':
      return (
        <ButtonLink to="/premium" variant="premium">
          <Crown size={18} aria-hidden="true" />
          Passer en Premium
        </ButtonLink>
      )
    case 'premium':
      return <SubjectActions subject={subject} />
  }
}

function SubjectActions({ subject }: { subject: SubjectItem }) {
  const openDocument = useOpenDocument()
  const { save, isPending, percent } = useSaveDocument(subject.id)
  const { id, hasFile } = subject
  const open = () => {
    if (hasFile) openDocument({ id, title: subjectTitle(subject), type: 'pdf', available: true })
    else window.alert(problems.DOCUMENT_UNAVAILABLE.detail)
  }
  return (
    <>
      <Button variant="secondary" onClick={open}>
        <Eye size={18} aria-hidden="true" />
        Voir
      </Button>
      {hasFile && (
        <Button variant="quiet" disabled={isPending} onClick={save}>
          {isPending ? <Wheel /> : <Download size={18} aria-hidden="true" />}
          <span className={styles.wide}>Télécharger</span>
        </Button>
      )}
      <span className={styles.weight} role={isPending ? 'status' : undefined}>
        {isPending ? `${percent}\u00a0%` : weightText(subject)}
      </span>
    </>
  )
}
