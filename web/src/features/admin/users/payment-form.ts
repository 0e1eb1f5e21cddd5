import * as v from 'valibot'
import { Day } from '#shared/entities/fields.ts'
import { Payment, type UserView } from '#shared/entities/user.ts'
import type { PremiumInput } from './premium-change.ts'

/** An empty field means none: no end, or no payment. */
const orNone = <S extends v.GenericSchema<string, unknown>>(schema: S) =>
  v.pipe(
    v.string(),
    v.transform((text) => (text.trim() === '' ? null : text.trim())),
    v.nullable(schema),
  )

const Amount = v.pipe(
  v.string(),
  // As people write numbers: '1 250,50'.
  v.transform((text) => Number(text.replaceAll(/\s/g, '').replace(',', '.'))),
  Payment.entries.amount,
)

/**
 * The fields of the payment dialog, converted to the route's input.
 * @param today YYYY-MM-DD in Morocco
 * @param isEndNeeded whether there must be an end, since no offer says one
 */
export const paymentForm = (today: string, isEndNeeded: boolean) =>
  v.pipe(
    v.object({
      until: v.pipe(
        orNone(
          v.pipe(
            Day,
            v.check((day) => day >= today, 'La date de fin est passée'),
          ),
        ),
        v.check(
          (day) => day !== null || !isEndNeeded,
          "L'offre est terminée : indiquez jusqu'à quand le Premium est valable",
        ),
      ),
      amount: orNone(Amount),
      means: Payment.entries.means,
      reference: Payment.entries.reference,
    }),
    v.transform(
      ({ until, amount, means, reference }): PremiumInput => ({
        isPremium: true,
        until,
        payment: amount === null ? null : { amount, means, reference },
      }),
    ),
  )

/** The last day that the form proposes: the account's own; else the end of the offer, unless it has passed; else none. */
export function proposedEnd(
  { isPremium, premiumLastDay }: Pick<UserView, 'isPremium' | 'premiumLastDay'>,
  offerEnd: string | null,
  today: string,
): string {
  if (isPremium) return premiumLastDay ?? ''
  return offerEnd !== null && offerEnd >= today ? offerEnd : ''
}
