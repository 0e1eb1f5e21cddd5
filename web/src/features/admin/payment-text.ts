import type { Payment } from '#shared/entities/user.ts'

/** '250 DH, Virement bancaire, réf. 12345' */
export function paymentText({ amount, means, reference }: Payment): string {
  return [`${amount.toLocaleString('fr-FR')} DH`, means, reference && `réf. ${reference}`]
    .filter(Boolean)
    .join(', ')
}
