import * as v from 'valibot'
import { DocumentId, validationMessages as texts } from '../../entities/fields.ts'
import { Report, ReportState } from '../../entities/report.ts'
import { sampleReport } from '../../entities/samples.ts'
import { route } from '../define-route.ts'
import { Cursor, Limit, pageOf } from '../query.ts'
import { getOverview } from './overview.ts'

export const SAMPLE_NOTE = 'Nouvelle version du PDF.'

export const MOST_CLOSED = 100

export const listReports = route('GET /api/admin/reports', {
  access: 'owner',
  query: v.object({ state: v.optional(ReportState, 'new'), limit: Limit, cursor: Cursor }),
  response: pageOf(Report),
})

/** A corrected document shows the day of the correction in lists and on its page. */
export const updateReport = route('PUT /api/admin/reports/{id}', {
  access: 'owner',
  params: v.object({ id: DocumentId }),
  body: v.required(v.pick(Report, ['state', 'note'])),
  response: Report,
  errors: ['NOT_FOUND', 'CONFLICT'],
  invalidates: [listReports, getOverview],
  sample: { params: { id: sampleReport.id }, body: { state: 'corrected', note: SAMPLE_NOTE } },
})

/**
 * With `ofNetwork` also every new report of the networks that sent these. Reports with another state stay as they are,
 * so that a repeated call closes what an interrupted one left.
 */
export const closeReports = route('PUT /api/admin/reports', {
  access: 'owner',
  body: v.object({
    ids: v.pipe(v.array(DocumentId), v.minLength(1), v.maxLength(MOST_CLOSED)),
    ofNetwork: v.optional(v.boolean(texts.boolean), false),
  }),
  response: v.object({ closed: v.number() }),
  errors: ['CONFLICT'],
  isLong: true,
  invalidates: [listReports, getOverview],
  sample: { body: { ids: [sampleReport.id] } },
})
