import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { parseSubjectDocumentId, subjectDocumentId, subjectId } from '#shared/catalogue/subjects.ts'
import { listOwnReports, reportError } from '#shared/contract/report-error.ts'
import { numberIn } from '#shared/entities/plain-digits.ts'
import {
  MAX_REPORT_TEXT,
  type OwnReport,
  ReportPage,
  reportKindLabels,
  reportStateLabels,
} from '#shared/entities/report.ts'
import { api, getSubject } from '#web/lib/api/api.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { formatMoroccanDay } from '#web/lib/moments.ts'
import { Stack } from '#web/ui/card.tsx'
import { CheckedForm } from '#web/ui/checked-form.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx'

/** The page of the form is a text, which is empty where there is none. */
const Form = v.object({
  ...v.pick(reportError.body, ['kind', 'text']).entries,
  page: v.pipe(
    v.optional(v.string(), ''),
    v.transform((text): number | null => (text.trim() === '' ? null : numberIn(text))),
    ReportPage,
  ),
})

/** Those that are about a document that is there. */
const { uncorrected: _, ...otherKinds } = reportKindLabels

type ReportDialogProps = {
  documentId: string
  /** The page that is read; null where the document has none. */
  page: number | null
  onClose: () => void
}

export function ReportDialog({ documentId, page: readPage, onClose }: ReportDialogProps) {
  const own = useQuery(api(listOwnReports).queryOptions({}))
  const missingId = useMissingCorrection(documentId)
  const reporting = useAction(reportError, {
    onSuccess: onClose,
    done: 'Merci\u00a0! Votre signalement est envoyé.',
  })
  const before = own.data?.items.filter((report) => [documentId, missingId].includes(report.documentId)) ?? []
  return (
    <Dialog title="Signaler une erreur" onClose={() => !reporting.isPending && onClose()}>
      <Stack>
        <CheckedForm
          schema={Form}
          submit="Envoyer"
          submitting="Envoi en cours..."
          isSubmitting={reporting.isPending}
          onSubmit={(values) =>
            reporting.mutate({
              body:
                values.kind === 'uncorrected' && missingId !== null
                  ? { ...values, documentId: missingId, page: null }
                  : { documentId, ...values },
            })
          }
          message={<Failure of={reporting.error} text="Le signalement n'a pas pu être envoyé." />}
        >
          {readPage !== null && (
            <TextField
              label="Page"
              name="page"
              inputMode="numeric"
              autoComplete="off"
              maxLength={4}
              defaultValue={readPage}
            />
          )}
          <SelectField
            label="Que se passe-t-il&nbsp;?"
            name="kind"
            choices={missingId === null ? otherKinds : reportKindLabels}
          />
          <TextArea
            label="Précisions (facultatif)"
            hint={`${MAX_REPORT_TEXT} caractères au plus.`}
            name="text"
            rows={4}
            maxLength={MAX_REPORT_TEXT}
          />
        </CheckedForm>
        {before.length > 0 && (
          <section aria-label="Vos signalements de ce document">
            <h3>Vos signalements de ce document</h3>
            <ul>
              {before.map((report) => (
                <li key={report.id}>{ownReportText(report)}</li>
              ))}
            </ul>
          </section>
        )}
      </Stack>
    </Dialog>
  )
}

/** Returns the id of the correction that the document's paper lacks; null where none is known to be missing. */
function useMissingCorrection(documentId: string): string | null {
  const paper = parseSubjectDocumentId(documentId)?.subject
  const { data } = useQuery({
    ...api(getSubject).queryOptions({ params: { id: paper ? subjectId(paper) : '' } }),
    enabled: paper !== undefined,
  })
  return paper && data?.hasCorrection === false ? subjectDocumentId(paper, 'correction') : null
}

/** 'Page 3, page illisible : corrigé le 12 mars 2026' */
function ownReportText({ page: at, kind, state, createdAt, updatedAt }: OwnReport): string {
  const place = at === null ? '' : `Page ${at}, `
  const [outcome, on] =
    state === 'new' ? ['envoyé', createdAt] : [reportStateLabels[state].toLowerCase(), updatedAt]
  return `${place}${reportKindLabels[kind].toLowerCase()}\u00a0: ${outcome} le ${formatMoroccanDay(on)}`
}
