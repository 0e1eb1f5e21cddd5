import { Download, Eye, FileCheck, FileText, Lock, type LucideIcon, PlayCircle } from 'lucide-react'
import { Suspense, useContext } from 'react'
import { examPath } from '#shared/catalogue/page-path.ts'
import { partLabels, type SubjectPart, subjectDocumentId } from '#shared/catalogue/subjects.ts'
import type { SubjectItem } from '#shared/entities/subject.ts'
import type { Access } from '#web/lib/auth/auth-state.ts'
import { sizeText } from '#web/lib/documents/document-labels.ts'
import {
  DocumentViewerContext,
  useOpenDocument,
  useViewerWhileIdle,
} from '#web/lib/documents/open-document.ts'
import { paperRequest } from '#web/lib/documents/paper-request.ts'
import { useSaveDocument } from '#web/lib/documents/use-save-document.ts'
import { optionalComponent } from '#web/lib/loading/lazy-component.tsx'
import { ForAccess, PremiumLink, SignInLink } from '#web/ui/account-view.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Badge } from '#web/ui/card.tsx'
import { Wheel } from '#web/ui/status.tsx'
import styles from './paper-page.module.css'

const importLines = () => import('./correction-line.tsx')
const MissingCorrection = optionalComponent(async () => (await importLines()).MissingCorrection)
const SatCorrection = optionalComponent(async () => (await importLines()).SatCorrection)

/** Videos are not saved. */
type PartTexts = { Icon: LucideIcon; what: string; open: string; save?: string }

const parts: Record<SubjectPart, PartTexts> = {
  statement: {
    Icon: FileText,
    what: "L'énoncé complet de l'épreuve",
    open: 'Voir le sujet',
    save: 'Télécharger le sujet',
  },
  correction: {
    Icon: FileCheck,
    what: 'La correction détaillée, exercice par exercice',
    open: 'Voir le corrigé',
    save: 'Télécharger le corrigé',
  },
  video: { Icon: PlayCircle, what: 'La correction expliquée par le professeur', open: 'Voir la vidéo' },
}

type PaperDocumentsProps = { subject: SubjectItem; access: Access }

export function PaperDocuments({ subject, access }: PaperDocumentsProps) {
  useViewerWhileIdle(access)
  const { PracticeMarks } = useContext(DocumentViewerContext)
  const { hasCorrection, hasVideo, isFree } = subject
  const missing = missingText(subject)
  const isLocked = !isFree || hasCorrection || hasVideo
  return (
    <section aria-labelledby="documents" className={styles.documentsSection}>
      <h2 id="documents" className="visually-hidden">
        Documents
      </h2>
      <div className={styles.box}>
        <ul>
          <PartRow subject={subject} part="statement" access={access} />
          {hasCorrection && <PartRow subject={subject} part="correction" access={access} />}
          {hasVideo && <PartRow subject={subject} part="video" access={access} />}
        </ul>
        {missing && <p className={styles.line}>{missing}</p>}
        {!hasCorrection && (
          <ForAccess of={['free', 'premium']}>
            <div className={styles.report}>
              {access !== 'visitor' && (
                <Suspense>
                  <MissingCorrection subject={subject} />
                </Suspense>
              )}
            </div>
          </ForAccess>
        )}
        <ForAccess of={['free', 'premium']}>
          <div className={styles.line}>
            <PracticeMarks paper={subject.id} />
          </div>
        </ForAccess>
        {isLocked && <AccessLine subject={subject} />}
      </div>
    </section>
  )
}

function missingText({ hasCorrection, hasVideo }: SubjectItem): string | null {
  if (hasCorrection && hasVideo) return null
  if (hasCorrection) return "La vidéo n'est pas encore disponible."
  if (hasVideo) return "Le corrigé écrit n'est pas encore disponible."
  return 'Le corrigé et la vidéo de ce sujet ne sont pas encore disponibles.'
}

type PartProps = { subject: SubjectItem; part: SubjectPart }

function PartRow({ subject, part, access }: PartProps & { access: Access }) {
  const { KeptMark } = useContext(DocumentViewerContext)
  const { Icon, what } = parts[part]
  const weight = part === 'statement' ? subject : subject[part]
  const isFree = part === 'statement' && subject.isFree
  const taste = <FreeTaste subject={subject} />
  return (
    <li className={styles.row}>
      <span className={styles.icon}>
        <Icon size={24} aria-hidden="true" />
      </span>
      <div className={styles.text}>
        <h3 className={styles.name}>
          {partLabels[part]}
          {isFree && <Badge tone="success">Gratuit</Badge>}
        </h3>
        <p>{what}</p>
        <p className={styles.weight}>
          <KeptMark id={subjectDocumentId(subject, part)} />
          {[
            part === 'video' ? 'Vidéo' : 'PDF',
            weight && sizeText({ ...weight, correctedOn: subject.corrected?.[part] }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <div className={styles.actions}>
        <ForAccess of={isFree ? ['visitor', 'free', 'premium'] : ['premium']}>
          <PartActions subject={subject} part={part} />
        </ForAccess>
        {!isFree && (
          <ForAccess of={['visitor', 'free']}>
            {part === 'correction' && subject.isFree ? (
              <Suspense fallback={taste}>
                {access === 'free' ? <SatCorrection subject={subject}>{taste}</SatCorrection> : taste}
              </Suspense>
            ) : (
              <span className={styles.lock}>
                <Lock size={18} aria-hidden="true" />
                Réservé Premium
              </span>
            )}
          </ForAccess>
        )}
      </div>
    </li>
  )
}

function FreeTaste({ subject }: { subject: SubjectItem }) {
  return (
    <div className={styles.taste}>
      <p>Passez l'examen blanc&nbsp;: le corrigé s'ouvre gratuitement</p>
      <ButtonLink to={examPath(subject)} variant="secondary">
        Passer l'examen blanc
      </ButtonLink>
    </div>
  )
}

function PartActions({ subject, part }: PartProps) {
  const openDocument = useOpenDocument()
  const id = subjectDocumentId(subject, part)
  const { open, save } = parts[part]
  const saving = useSaveDocument(id)
  return (
    <>
      <Button onClick={() => openDocument(paperRequest(subject, part))} Icon={Eye}>
        {open}
      </Button>
      {save && (
        <ForAccess of={['premium']}>
          <Button variant="secondary" aria-label={save} disabled={saving.isPending} onClick={saving.save}>
            {saving.isPending ? <Wheel /> : <Download size={18} aria-hidden="true" />}
            <span>{saving.isPending ? `${saving.percent}\u00a0%` : 'Télécharger'}</span>
          </Button>
        </ForAccess>
      )}
    </>
  )
}

function AccessLine({ subject }: Pick<PaperDocumentsProps, 'subject'>) {
  const { KeepOffline } = useContext(DocumentViewerContext)
  return (
    <div className={styles.access}>
      <ForAccess of={['premium']}>
        <p>Votre compte ouvre tous les documents de ce sujet.</p>
        <div className={styles.keep}>
          <KeepOffline papers={[subject]} />
        </div>
      </ForAccess>
      <ForAccess of={['visitor', 'free']}>
        <PremiumLink />
      </ForAccess>
      <ForAccess of={['visitor']}>
        <SignInLink variant="secondary" />
      </ForAccess>
    </div>
  )
}
