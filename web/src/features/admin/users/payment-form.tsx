import * as v from 'valibot'
import { Day } from '#shared/entities/fields.ts'
import { numberIn } from '#shared/entities/plain-digits.ts'
import { Payment, type UserView } from '#shared/entities/user.ts'
import { TextField } from '#web/ui/field.tsx'
import type { PremiumInput } from './premium-change.ts'

/** An empty field means that there is no end, or no payment. */
export const orNone = <S extends v.GenericSchema<string, unknown>>(schema: S) =>
  v.pipe(
    v.string(),
    v.transform((text) => (text.trim() === '' ? null : text.trim())),
    v.nullable(schema),
  )

/** A number as people write it: '1 250,50'. */
export const TypedNumber = v.pipe(v.string(), v.transform(numberIn))

/** @param current the account's own last day, which may only be lengthened; null for none */
export const laterDay = (today: string, current: string | null) =>
  v.pipe(
    Day,
    v.check((day) => day >= today, 'La date de fin est passée'),
    v.check((day) => current === null || day >= current, 'Le Premium de ce compte va déjà plus loin'),
  )

/** @param isEndNeeded true when there must be an end, since no offer gives one */
export const lastDayField = (today: string, isEndNeeded: boolean, current: string | null = null) =>
  v.pipe(
    orNone(laterDay(today, current)),
    v.check(
      (day) => day !== null || !isEndNeeded,
      "L'offre est terminée\u00a0: indiquez jusqu'à quand le Premium est valable",
    ),
  )

type LastDayFieldProps = { today: string; isEndNeeded: boolean; defaultValue: string }

export function LastDayField({ today, isEndNeeded, defaultValue }: LastDayFieldProps) {
  return (
    <TextField
      label="Date de fin"
      name="until"
      type="date"
      min={today}
      defaultValue={defaultValue}
      required={isEndNeeded}
      hint={
        isEndNeeded
          ? "Dernier jour d'accès. L'offre est terminée\u00a0: indiquez-le."
          : "Dernier jour d'accès. Laissez vide pour un accès sans date de fin."
      }
    />
  )
}

export const paymentForm = (today: string, isEndNeeded: boolean) =>
  v.pipe(
    v.object({
      until: lastDayField(today, isEndNeeded),
      amount: orNone(v.pipe(TypedNumber, Payment.entries.amount)),
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

export function proposedEnd(
  { isPremium, premiumLastDay }: Pick<UserView, 'isPremium' | 'premiumLastDay'>,
  offerEnd: string | null,
  today: string,
): string {
  if (isPremium) return premiumLastDay ?? ''
  return offerEnd !== null && offerEnd >= today ? offerEnd : ''
}
