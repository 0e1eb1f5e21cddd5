import { useMutation, useQuery } from '@tanstack/react-query'
import { Flag } from 'lucide-react'
import { subjectDocumentId } from '#shared/catalogue/subjects.ts'
import { listOwnReports, reportError } from '#shared/contract/reports.ts'
import { reportStateLabels } from '#shared/entities/report.ts'
import type { SubjectItem } from '#shared/entities/subject.ts'
import { api } from '#web/lib/api/api.ts'
import { detailOf, troubleHint } from '#web/lib/api/failure.ts'
import { formatMoroccanDay } from '#web/lib/format/moments.ts'
import { showToast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'

/** Tells the owners that a paper lacks its correction; once told, it shows what has become of that. */
export function MissingCorrection({ subject }: { subject: SubjectItem }) {
  const documentId = subjectDocumentId(subject, 'correction')
  const own = useQuery(api(listOwnReports).queryOptions({}))
  const reporting = useMutation({
    ...api(reportError).mutationOptions(),
    onSuccess: () => showToast({ kind: 'success', text: 'Merci ! Votre signalement est envoyé.' }),
    onError: (error) => {
      const text = troubleHint(error) ?? detailOf(error, "Le signalement n'a pas pu être envoyé.")
      showToast({ kind: 'error', text })
    },
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
      disabled={reporting.isPending}
      onClick={() => reporting.mutate({ body: { documentId, page: null, kind: 'uncorrected', text: '' } })}
    >
      <Flag size={18} aria-hidden="true" />
      Signaler qu'il manque le corrigé
    </Button>
  )
}
