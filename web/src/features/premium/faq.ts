import type { Settings } from '#shared/entities/settings.ts'
import { formatCalendarDay } from '#web/lib/format.ts'
import { answeringTimes } from '#web/lib/settings.ts'

export type Question = { question: string; answer: string }

/** Shown in place of an offer that is over. */
export const NEXT_OFFER =
  'La prochaine offre est en préparation : laissez-nous un message, et nous vous préviendrons.'

/** Returns the questions of the Premium page, which are also published as structured data. */
export const frequentQuestions = (settings: Settings, isOver: boolean): readonly Question[] => [
  {
    question: "J'ai payé : que dois-je faire ?",
    answer:
      "Touchez « J'ai payé » sur cette page et indiquez la référence, si possible avec une photo du reçu. Vous suivez votre demande ici et dans « Mon compte » ; si elle est refusée, vous lisez pourquoi et vous la corrigez.",
  },
  { question: "Jusqu'à quand l'accès est-il valable ?", answer: isOver ? NEXT_OFFER : validity(settings) },
  {
    question: "En combien de temps l'accès est-il activé ?",
    answer: `L'activation est faite par une personne, dès que le paiement est confirmé. ${answeringTimes(settings)}`,
  },
  {
    question: 'Puis-je utiliser mon compte sur plusieurs appareils ?',
    answer:
      "Oui, mais pas en même temps : un compte n'a qu'une session active à la fois. Déconnectez-vous d'un appareil avant d'utiliser l'autre.",
  },
  {
    question: 'Puis-je voir le contenu avant de payer ?',
    answer:
      'Oui. La liste des sujets est visible par tous, et des vidéos sont gratuites, sans compte. Vous pouvez aussi créer un compte gratuit.',
  },
  {
    question: "J'ai acheté une carte à code : comment l'activer ?",
    answer:
      "Scannez son QR code, ou saisissez ses douze caractères sur la page « Activer une carte ». Le site vous dit jusqu'à quand elle ouvre l'accès, puis vous l'activez sur votre compte.",
  },
  {
    question: 'Le paiement en ligne par carte bancaire est-il possible ?',
    answer:
      "Non. Le paiement se fait par virement bancaire ou dans une agence de transfert d'argent ; aucune donnée bancaire n'est demandée sur ce site.",
  },
]

function validity({ premiumValidUntil, priceDh }: Settings): string {
  const end = premiumValidUntil
    ? `L'accès est valable jusqu'au ${formatCalendarDay(premiumValidUntil)}, à partir du jour où il est activé.`
    : "L'accès n'a pas de date de fin."
  return `${end} Il s'agit d'un seul paiement de ${priceDh} DH, sans abonnement ni renouvellement automatique.`
}
