import * as v from 'valibot'
import { paymentDraftText } from '#web/lib/kept-text.ts'

/** Fields of the form of a payment as they were typed. */
const Typed = v.object({
  means: v.string(),
  reference: v.string(),
  amountDh: v.string(),
  paidOn: v.string(),
  note: v.string(),
})
export type Typed = v.InferOutput<typeof Typed>

/** The account, and the request that the draft corrects; null for a new one. */
type Owner = { account: string; request: string | null }

const Draft = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ account: v.string(), request: v.nullable(v.string()), typed: Typed }),
)

/** Returns the account's text that is typed and not sent yet; null without any. */
export function readDraft({ account, request }: Owner): Typed | null {
  const draft = v.safeParse(Draft, paymentDraftText.read())
  const isOwn = draft.success && draft.output.account === account && draft.output.request === request
  return isOwn ? draft.output.typed : null
}

/** Keeps what a form contains, over a reload too. */
export function keepDraft(owner: Owner, form: HTMLFormElement): void {
  const typed = v.safeParse(Typed, Object.fromEntries(new FormData(form)))
  if (typed.success) paymentDraftText.write(JSON.stringify({ ...owner, typed: typed.output }))
}

export function forgetDraft(): void {
  paymentDraftText.write(null)
}
