import { useMutation } from '@tanstack/react-query'
import * as v from 'valibot'
import {
  attachReceipt,
  correctPayment,
  declarePayment,
  listOwnPaymentRequests,
} from '#shared/contract/payment-requests.ts'
import type { OwnPaymentRequest, PaymentRequestInput } from '#shared/entities/payment-request.ts'
import { api } from '#web/lib/api/api.ts'
import { call } from '#web/lib/api/call.ts'
import { ApiFailure, detailOf, isTransient, waitOf } from '#web/lib/api/failure.ts'
import { signedInAccount } from '#web/lib/api/kept-data.ts'
import { pageClient } from '#web/lib/api/page-queries.tsx'
import { refreshSession } from '#web/lib/auth/session-actions.ts'
import { paymentDraftText } from '#web/lib/browser-storage.ts'
import { retryDelay } from '#web/lib/network.ts'
import { showToast } from '#web/lib/shared-value.ts'

type SentPayment = {
  account: string
  /** The open request that is corrected; null: a new one. */
  correctedId: string | null
  input: PaymentRequestInput
  /** Already shrunk; null: none, or the one that the request has. */
  picture: Blob | null
}

type Received = { request: OwnPaymentRequest; pictureFault: Error | null }

/** Milliseconds that a picture of 1.5 MiB may take on a slow network. */
const UPLOAD_MS = 90_000

/** For a longer wait than this, the form says so, and the student decides when to try again. */
const LONGEST_WAIT_MS = 60_000

/**
 * Sends a payment and its picture, again and again while the network fails; the server knows a repeated declaration. It
 * goes on while the student looks at other pages of the site.
 */
export function usePaymentSending() {
  return useMutation({
    mutationFn: send,
    // Without a network it waits, and starts as soon as there is one.
    networkMode: 'online',
    retry: (_, error) => isTransient(error) && waitOf(error) < LONGEST_WAIT_MS,
    retryDelay: (failures, error) => retryDelay(failures + 1, error),
    meta: { invalidates: [listOwnPaymentRequests] },
    onSuccess: ({ pictureFault }, { correctedId }) => {
      paymentDraftText.write(null)
      showToast(outcomeOf(correctedId !== null, pictureFault))
    },
  })
}

async function send({ account, correctedId, input, picture }: SentPayment): Promise<Received> {
  if (signedInAccount() !== account) throw new ApiFailure('refused')
  const request =
    correctedId === null
      ? await call(declarePayment, { body: input })
      : await call(correctPayment, { params: { id: correctedId }, body: input })
  const pictureFault = picture && (await attach(request.id, picture))
  // The header shows the request at once; without an answer it does so with the next heartbeat.
  await refreshSession().catch(() => undefined)
  return {
    request: { ...request, hasReceipt: request.hasReceipt || (picture !== null && !pictureFault) },
    pictureFault,
  }
}

/**
 * @returns why the picture is refused, while the request itself is received. @throws Error for a failure that may pass
 */
async function attach(id: string, picture: Blob): Promise<Error | null> {
  try {
    await call(attachReceipt, { params: { id }, body: picture }, { timeoutMs: UPLOAD_MS })
    return null
  } catch (error) {
    if (isTransient(error) && waitOf(error) < LONGEST_WAIT_MS) throw error
    return error as Error
  }
}

/** Puts a request into the list, so that the page shows it before the list is read again. */
export function showRequest(request: OwnPaymentRequest): void {
  const { queryKey } = api(listOwnPaymentRequests).queryOptions({})
  pageClient().setQueryData(queryKey, (known) => ({
    items: [request, ...(known?.items ?? []).filter(({ id }) => id !== request.id)],
  }))
}

function outcomeOf(isCorrection: boolean, pictureFault: Error | null) {
  if (pictureFault) {
    const why = detailOf(pictureFault, "l'image n'a pas pu être jointe.")
    return {
      kind: 'error',
      text: `Votre demande est envoyée, mais sans l'image du reçu\u00a0: ${why}`,
    } as const
  }
  return {
    kind: 'success',
    text: isCorrection ? 'Votre demande est corrigée.' : 'Votre demande est envoyée.',
  } as const
}

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

export function keepDraft(owner: Owner, form: HTMLFormElement): void {
  const typed = v.safeParse(Typed, Object.fromEntries(new FormData(form)))
  if (typed.success) paymentDraftText.write(JSON.stringify({ ...owner, typed: typed.output }))
}
