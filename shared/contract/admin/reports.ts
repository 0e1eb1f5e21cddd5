import * as v from 'valibot'
import { DocumentId } from '../../entities/fields.ts'
import { Report, ReportState } from '../../entities/report.ts'
import { sampleReport } from '../../entities/samples.ts'
import { Cursor, Limit, pageOf } from '../query.ts'
import { route } from '../route.ts'

/** What an owner notes in the sample request. */
export const SAMPLE_NOTE = 'Nouvelle version du PDF.'

/** The reports in one state, newest first. Who made them is not told. */
export const listReports = route({
  method: 'GET',
  path: '/api/admin/reports',
  access: 'owner',
  capability: 'admin',
  query: v.object({ state: v.optional(ReportState, 'new'), limit: Limit, cursor: Cursor }),
  response: pageOf(Report),
})

/** Decides about a report. From `corrected` on, the document's lists and pages say on which day it was corrected. */
export const updateReport = route({
  method: 'PUT',
  path: '/api/admin/reports/{id}',
  access: 'owner',
  capability: 'admin',
  params: v.object({ id: DocumentId }),
  body: v.required(v.pick(Report, ['state', 'note'])),
  response: Report,
  errors: ['NOT_FOUND', 'CONFLICT'],
  invalidates: [listReports],
  sample: { params: { id: sampleReport.id }, body: { state: 'corrected', note: SAMPLE_NOTE } },
})
