import * as v from 'valibot'
import { Notice, NoticeId, SAMPLE_NOTICE } from '../../entities/notice.ts'
import { route } from '../define-route.ts'

/**
 * Lists days on which one actor made many documents free (`FREED_FOR_NOTICE`), newest first: those of other actors that
 * the caller has not acknowledged, or that have grown by as many since.
 */
export const listNotices = route('GET /api/admin/notices', {
  access: 'owner',
  response: v.object({ items: v.array(Notice) }),
})

/**
 * Acknowledges a notice for the caller only, as far as they have seen it. Actors cannot acknowledge their own notices.
 */
export const acknowledgeNotice = route('POST /api/admin/notices/{id}/acknowledgement', {
  access: 'owner',
  params: v.object({ id: NoticeId }),
  body: v.object({ documents: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)) }),
  status: 204,
  errors: ['NOT_FOUND'],
  invalidates: [listNotices],
  sample: { params: { id: SAMPLE_NOTICE.id }, body: { documents: SAMPLE_NOTICE.documents } },
})
