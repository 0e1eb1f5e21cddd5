import * as v from 'valibot'
import { CopyView, normalizeCopyCode } from '../../entities/copy.ts'
import { requiredText } from '../../entities/fields.ts'
import { sampleCopy } from '../../entities/samples.ts'
import { route } from '../define-route.ts'

/**
 * Answers the owner of the copy with a code; a malformed code is answered as unknown. Each look-up is logged, also when
 * nothing is found.
 */
export const lookUpCopy = route('POST /api/admin/copies/lookup', {
  access: 'owner',
  body: v.object({ code: v.pipe(requiredText(40), v.transform(normalizeCopyCode)) }),
  response: CopyView,
  errors: ['CODE_UNKNOWN'],
  sample: { body: { code: sampleCopy.code } },
})
