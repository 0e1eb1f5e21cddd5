import type { Settings } from '../../entities/settings.ts'

/** How Premium can be paid, by the settings in force. */
export function paymentMeans({ payment }: Pick<Settings, 'payment'>): string[] {
  return ['Virement bancaire', ...payment.agencies, 'Espèces', 'Autre']
}
