import * as v from 'valibot'
import { parseDriveReference } from '../domain/drive-reference.ts'
import { validationMessages as texts } from '../messages/validation.ts'

/**
 * A Drive id or URL as pasted; kept as text and checked by the rule that the server stores by. In a module of its own,
 * so that Drive's host name reaches only browsers that open a form of the administration (decision D3).
 */
export const DriveFile = v.pipe(
  v.string(texts.driveFile),
  v.trim(),
  v.check((text) => parseDriveReference(text) !== null, texts.driveFile),
)
