import * as v from 'valibot'
import { paymentRequestPrefix, questionPrefix, userKey } from '../data/keys.ts'

export const MailsEnvironment = v.object({
  TABLE_NAME: v.string(),
  SITE_NAME: v.string(),
  /** The site's address as browsers see it, without a trailing slash. */
  SITE_ORIGIN: v.string(),
  MAIL_FROM: v.string(),
  MAIL_REGION: v.string(),
})
export type MailsEnvironment = v.InferInput<typeof MailsEnvironment>

/** The keys of items whose change may be followed by a mail, as a pattern of the table's stream. */
export const mailedKeys = {
  pk: { S: [{ prefix: userKey('').pk }] },
  sk: { S: [{ prefix: paymentRequestPrefix }, { prefix: questionPrefix }] },
}
