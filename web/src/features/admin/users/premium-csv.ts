import type { UserView } from '#shared/entities/user.ts'
import { formatDay, formatLastDay } from '#web/lib/dates.ts'
import type { CsvExport } from '../csv-button.tsx'
import { premiumLabel } from './change-premium.ts'
import { listPremium } from './requests/list-premium.ts'

/** Who has Premium and what was paid for it; a Premium that has run out reads 'Gratuit'. */
export const premiumCsv: CsvExport<UserView> = {
  name: 'utilisateurs-premium',
  readPage: listPremium,
  columns: [
    ['Email', ({ email }) => email],
    ['Statut Premium', ({ isPremium }) => premiumLabel(isPremium)],
    ['Dernier jour', ({ premiumUntil }) => (premiumUntil ? formatLastDay(premiumUntil) : '')],
    ['Montant (DH)', ({ payment }) => payment?.amount.toLocaleString('fr-FR', { useGrouping: false }) ?? ''],
    ['Moyen de paiement', ({ payment }) => payment?.means ?? ''],
    ['Référence', ({ payment }) => payment?.reference ?? ''],
    ["Date d'inscription", ({ createdAt }) => formatDay(createdAt)],
  ],
}
