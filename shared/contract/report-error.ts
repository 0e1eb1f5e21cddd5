import * as v from 'valibot'
import { subjectId } from '../catalogue/subjects.ts'
import { EXAM_SESSIONS, TRACK_CODES } from '../catalogue/tracks.ts'
import { OwnReport, Report } from '../entities/report.ts'
import { route } from './define-route.ts'

export const listOwnReports = route('GET /api/reports', {
  access: 'user',
  capability: 'progress',
  response: v.object({ items: v.array(OwnReport) }),
})

/**
 * 409 where no correction is missing. The same report of a day is answered like the first one. 429 until the next day.
 */
export const reportError = route('POST /api/reports', {
  access: 'user',
  capability: 'progress',
  status: 201,
  body: v.pick(Report, ['documentId', 'page', 'kind', 'text']),
  response: OwnReport,
  errors: ['NOT_FOUND', 'CONFLICT', 'TOO_MANY_REQUESTS'],
  throttle: { account: 20, address: 600 },
  invalidates: [listOwnReports],
  sample: {
    body: {
      documentId: subjectId({ track: TRACK_CODES[0], year: '2024', session: EXAM_SESSIONS[0] }),
      page: 3,
      kind: 'unreadable',
      text: 'La figure de la page 3 est coupée.',
    },
  },
})
