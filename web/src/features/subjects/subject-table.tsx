import { Download, Eye, Lock } from 'lucide-react'
import { useContext } from 'react'
import { Link } from 'react-router-dom'
import { paperPath } from '#shared/catalogue/page-path.ts'
import { partLabels, subjectAnchor, subjectTitle, subjectYears } from '#shared/catalogue/subjects.ts'
import { EXAM_SESSIONS } from '#shared/catalogue/tracks.ts'
import type { SubjectItem } from '#shared/entities/subject.ts'
import type { Access } from '#web/lib/auth/auth-state.ts'
import { correctedText, sizeText } from '#web/lib/documents/document-labels.ts'
import {
  DocumentViewerContext,
  useOpenDocument,
  useViewerWhileIdle,
} from '#web/lib/documents/open-document.ts'
import { paperRequest } from '#web/lib/documents/paper-request.ts'
import { useSaveDocument } from '#web/lib/documents/use-save-document.ts'
import { useIsOfferOver } from '#web/lib/settings.ts'
import { showToast } from '#web/lib/shared-value.ts'
import { ForAccess, PremiumLink } from '#web/ui/account-view.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/card.tsx'
import { Wheel } from '#web/ui/status.tsx'
import { Table } from '#web/ui/table.tsx'
import styles from './subjects-page.module.css'

type SubjectTableProps = { caption: string; subjects: readonly SubjectItem[]; access: Access }

/** Has a row for each year from the newest down to 2008, with or without subjects, and a column per session. */
export function SubjectTable({ caption, subjects, access }: SubjectTableProps) {
  useViewerWhileIdle(access)
  return (
    <Table caption={caption} columns={['Année', ...EXAM_SESSIONS]} inline>
      {subjectYears(subjects).map((year) => (
        <tr key={year} className={styles.row}>
          <th scope="row" className={styles.year}>
            {year}
          </th>
          {EXAM_SESSIONS.map((session) => {
            const subject = subjects.find((one) => one.year === year && one.session === session)
            return (
              <td
                key={session}
                id={subjectAnchor({ year, session })}
                data-label={session}
                className={classNames(styles.place, subject && styles.linked)}
              >
                <SubjectPlace subject={subject} access={access} />
              </td>
            )
          })}
        </tr>
      ))}
    </Table>
  )
}

function SubjectPlace({ subject, access }: { subject: SubjectItem | undefined; access: Access }) {
  if (!subject)
    return (
      <div className={styles.cell}>
        <span className="soft">Non disponible</span>
      </div>
    )
  return (
    <div className={styles.cell}>
      <div className={styles.actions}>
        <SubjectCell subject={subject} access={access} />
      </div>
      <Link
        to={paperPath(subject)}
        aria-label={`Détails, ${subjectTitle(subject)}`}
        className={styles.details}
      >
        <span className={styles.long}>Détails</span>
        <span className={styles.short}>{subject.session}</span>
      </Link>
    </div>
  )
}

/** Every cell has the same height, so that nothing moves once the account is known. */
function SubjectCell({ subject, access }: { subject: SubjectItem; access: Access }) {
  if (access === 'premium' || (subject.isFree && access !== 'checking'))
    return <SubjectActions subject={subject} access={access} />
  return (
    <>
      {access !== 'checking' && (
        <ForAccess of={WITHOUT_PREMIUM}>
          <WayToPremium />
        </ForAccess>
      )}
      <Content subject={subject} />
    </>
  )
}

const WITHOUT_PREMIUM = ['visitor', 'free'] as const

/** While there is no offer, the page says so above the table, and each cell shows a lock. */
function WayToPremium() {
  if (!useIsOfferOver()) return <PremiumLink quiet />
  return (
    <span className={styles.locked}>
      <Lock size={18} aria-hidden="true" />
      Premium
    </span>
  )
}

function SubjectActions({ subject, access }: { subject: SubjectItem; access: Access }) {
  const openDocument = useOpenDocument()
  const { save, isPending, percent } = useSaveDocument(subject.id)
  const { hasFile } = subject
  const open = async () => {
    if (hasFile) return openDocument(paperRequest(subject, 'statement'))
    // The table loads without the texts of problems.
    const { problems } = await import('#shared/contract/problems.ts')
    showToast({ kind: 'error', text: problems.DOCUMENT_UNAVAILABLE.detail })
  }
  return (
    <>
      <Button variant="secondary" onClick={() => void open()} Icon={Eye}>
        Voir
      </Button>
      {hasFile && access === 'premium' && (
        <Button variant="quiet" disabled={isPending} onClick={save}>
          {isPending ? <Wheel /> : <Download size={18} aria-hidden="true" />}
          <span>Télécharger</span>
        </Button>
      )}
      {isPending ? (
        <span className={styles.content} role="status">{`${percent}\u00a0%`}</span>
      ) : (
        <Content subject={subject} />
      )}
    </>
  )
}

function lastOf(days: readonly (string | undefined)[]): string {
  return days.reduce<string>((last, day = '') => (day > last ? day : last), '')
}

/** '1,2 Mo · 6 p. · Corrigé · Vidéo · Corrigé le 12 mars 2026' */
function Content({ subject }: { subject: SubjectItem }) {
  const { KeptMark } = useContext(DocumentViewerContext)
  const parts = [
    sizeText(subject),
    subject.hasCorrection && partLabels.correction,
    subject.hasVideo && partLabels.video,
    correctedText(lastOf(Object.values(subject.corrected ?? {}))),
  ].filter(Boolean)
  return (
    <span className={styles.content}>
      <KeptMark id={subject.id} />
      {subject.isFree && (
        <ForAccess of={WITHOUT_PREMIUM} as="span">
          {parts.length > 0 ? 'Gratuit · ' : 'Gratuit'}
        </ForAccess>
      )}
      <span>{parts.join(' · ')}</span>
    </span>
  )
}
