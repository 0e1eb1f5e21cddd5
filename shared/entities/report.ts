import * as v from 'valibot'
import { choice, DocumentId, freeText, orNull, shownText, Timestamp, wholeNumber } from './fields.ts'
import { FileType } from './resource.ts'

/** Kinds of errors in a document; `uncorrected` is about the correction that a paper does not have yet. */
export const reportKindLabels = {
  unreadable: 'Page illisible',
  missing: 'Page manquante',
  mistake: "Erreur dans l'énoncé ou la correction",
  wrong: "Ce n'est pas le bon document",
  uncorrected: 'Il manque le corrigé',
  other: 'Autre chose',
}
export const ReportKind = choice(reportKindLabels)

export const reportStateLabels = { new: 'Nouveau', corrected: 'Corrigé', closed: 'Sans suite' }
export const ReportState = choice(reportStateLabels)
export type ReportState = v.InferOutput<typeof ReportState>

export const MAX_REPORT_TEXT = 500

const PAGE = 'La page doit être comprise entre 1 et 2 000'

/** Null for a video, and for an error in the whole document. */
export const ReportPage = v.nullable(wholeNumber(1, 2_000, PAGE))

export const Report = v.object({
  id: DocumentId,
  documentId: DocumentId,
  /** Title and type of the document at the time of the report. */
  title: v.string(),
  type: FileType,
  page: v.optional(ReportPage, null),
  kind: ReportKind,
  /** Plain text without signs that no one sees. */
  text: v.optional(shownText(MAX_REPORT_TEXT), ''),
  state: v.optional(ReportState, 'new'),
  /** Digest of the network that sent it, by which owners close reports together; null in reports of earlier versions. */
  network: orNull(v.string()),
  /** True when its account was young and free then (`isEstablished`), so that it may be one of many of one person. */
  isFromYoungAccount: v.optional(v.boolean(), false),
  note: v.optional(freeText(MAX_REPORT_TEXT), ''),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Report = v.InferOutput<typeof Report>

export const OwnReport = v.omit(Report, ['note', 'type', 'network', 'isFromYoungAccount'])
export type OwnReport = v.InferOutput<typeof OwnReport>
