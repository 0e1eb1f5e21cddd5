import httpJsonBodyParser from '@middy/http-json-body-parser'
import { Refusal } from '#shared/domain/refusal.ts'
import { validationMessages } from '#shared/messages/validation.ts'
import type { CallRequest } from './call.ts'

const jsonParser = httpJsonBodyParser({ disableContentTypeCheck: true })

/**
 * What the body's JSON says, or the text of a body in CSV. The size is checked on the bytes, before anything is decoded; a missing body counts as an
 * empty object, so that the answer can name the fields that are missing.
 * @throws Refusal PAYLOAD_TOO_LARGE, INVALID_REQUEST
 */
export function readBody(request: CallRequest): unknown {
  const { event } = request
  const { route } = event.call.handled
  if (bodyBytes(event) > route.maxBodyBytes) throw new Refusal('PAYLOAD_TOO_LARGE')
  if (route.body === undefined) return undefined
  if (route.csv.includes('body') && /^text\/csv\b/i.test(event.headers['content-type'] ?? ''))
    return Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8').toString('utf8')
  if (!event.body) return {}
  try {
    jsonParser.before?.(request)
  } catch {
    throw new Refusal('INVALID_REQUEST', { errors: [{ path: '', message: validationMessages.notJson }] })
  }
  return event.body
}

function bodyBytes({ body, isBase64Encoded }: CallRequest['event']): number {
  return body ? Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8') : 0
}
