import type { Settings } from '../../entities/settings.ts'

/** Returns the means of payment in the current settings. */
export function paymentMeans({ payment }: Pick<Settings, 'payment'>): string[] {
  return ['Virement bancaire', ...payment.agencies, 'Espèces', 'Autre']
}
