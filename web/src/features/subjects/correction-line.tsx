import { useQuery } from '@tanstack/react-query'
import { Eye, Flag } from 'lucide-react'
import type { ReactNode } from 'react'
import { subjectDocumentId } from '#shared/catalogue/subjects.ts'
import { listPractice } from '#shared/contract/practice.ts'
import { listOwnReports, reportError } from '#shared/contract/report-error.ts'
import { reportStateLabels } from '#shared/entities/report.ts'
import type { SubjectItem } from '#shared/entities/subject.ts'
import { api } from '#web/lib/api/api.ts'
import { useKeptAnswer } from '#web/lib/api/kept-data.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { useOpenDocument } from '#web/lib/documents/open-document.ts'
import { withOpenCorrection } from '#web/lib/documents/paper-request.ts'
import { formatMoroccanDay } from '#web/lib/moments.ts'
import { Button } from '#web/ui/button.tsx'

export function MissingCorrection({ subject }: { subject: SubjectItem }) {
  const documentId = subjectDocumentId(subject, 'correction')
  const own = useQuery(api(listOwnReports).queryOptions({}))
  const reporting = useAction(reportError, {
    done: 'Merci\u00a0! Votre signalement est envoyé.',
    failed: "Le signalement n'a pas pu être envoyé.",
  })
  const told = own.data?.items.find((report) => report.documentId === documentId) ?? reporting.data
  if (own.isPending) return null
  if (told)
    return (
      <p>
        {told.state === 'new'
          ? `Vous l'avez signalé le ${formatMoroccanDay(told.createdAt)}.`
          : `Votre signalement\u00a0: ${reportStateLabels[told.state].toLowerCase()} le ${formatMoroccanDay(told.updatedAt)}.`}
      </p>
    )
  return (
    <Button
      variant="link"
      Icon={Flag}
      disabled={reporting.isPending}
      onClick={() => reporting.mutate({ body: { documentId, page: null, kind: 'uncorrected', text: '' } })}
    >
      Signaler qu'il manque le corrigé
    </Button>
  )
}

type SatCorrectionProps = {
  subject: SubjectItem
  /** Shown to an account that has not sat the paper. */
  children: ReactNode
}

/** Opens the correction of a free paper for a free account that has sat it. */
export function SatCorrection({ subject, children }: SatCorrectionProps) {
  const openDocument = useOpenDocument()
  const { data } = useKeptAnswer(listPractice, {})
  const hasSat = data?.items.some(
    ({ subjectId, finishedAt }) => subjectId === subject.id && finishedAt !== null,
  )
  if (!hasSat) return children
  return (
    <Button Icon={Eye} onClick={() => openDocument(withOpenCorrection(subject, 'correction'))}>
      Voir le corrigé
    </Button>
  )
}
