import type { PaymentNote } from '#shared/contract/admin-users.ts'

/** '250 DH, Virement bancaire, réf. 12345' */
export function paymentText({ amount, means, reference }: PaymentNote): string {
  return [`${amount.toLocaleString('fr-FR')} DH`, means, reference && `réf. ${reference}`]
    .filter(Boolean)
    .join(', ')
}
