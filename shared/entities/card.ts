import * as v from 'valibot'
import { isCardCode, normalizeCardCode } from './card-code.ts'
import { Day, Email, orNull, requiredText, Timestamp, wholeNumber } from './fields.ts'
import { type Payment, User } from './user.ts'
import { validationMessages as texts } from './validation-messages.ts'

/** The code of a card as a student types it, in its stored form. */
export const CardCode = v.pipe(
  v.string('Saisissez le code imprimé sur votre carte'),
  v.maxLength(60, texts.tooLong),
  v.transform(normalizeCardCode),
  v.nonEmpty('Saisissez le code imprimé sur votre carte'),
  v.check(
    isCardCode,
    'Ce code contient une faute de frappe. Comparez-le avec votre carte, caractère par caractère',
  ),
)

const MAX_CARDS = 500
const COUNT = `Un lot compte de 1 à ${MAX_CARDS} cartes`

/** The owner's settings of cards that are printed together. */
export const CardBatchInput = v.object({
  /** The place where they are sold. */
  label: requiredText(60),
  count: wholeNumber(1, MAX_CARDS, COUNT),
  /** Last day on which a card is accepted. */
  validUntil: Day,
  /** Last day of the Premium that a card gives; null for no end. */
  premiumUntil: v.nullable(Day),
})
export type CardBatchInput = v.InferOutput<typeof CardBatchInput>

/** Cards that were printed together. */
export const CardBatch = v.object({
  /** Six characters, the beginning of each serial number. */
  id: v.pipe(v.string(texts.identifier), v.regex(/^[0-9A-Z]{6}$/, texts.identifier)),
  ...CardBatchInput.entries,
  premiumUntil: orNull(Day),
  /** Price of a card, by the settings of the day of creation. */
  priceDh: v.number(),
  used: v.number(),
  createdAt: Timestamp,
  /** The time since which unused cards are refused; null when they are accepted. */
  revokedAt: orNull(Timestamp),
})
export type CardBatch = v.InferOutput<typeof CardBatch>

/** One card. Its code is stored as a digest only. */
export const Card = v.object({
  /** Digest of the code. */
  id: v.string(),
  ...v.pick(CardBatch, ['label', 'validUntil', 'premiumUntil', 'priceDh', 'createdAt', 'revokedAt']).entries,
  batchId: v.string(),
  /** The printed serial number: 'K3F9QX-042'. */
  serial: v.string(),
  /** The last three characters of the code, to find a card with an unreadable serial number. */
  ending: v.string(),
  usedAt: orNull(Timestamp),
  userId: orNull(v.string()),
  email: orNull(Email),
  /** The account's Premium before the card and after it, so that a wrong activation can be undone. */
  before: orNull(v.pick(User, ['isPremium', 'premiumUntil', 'payment'])),
  after: orNull(v.pick(User, ['isPremium', 'premiumUntil', 'payment'])),
})
export type Card = v.InferOutput<typeof Card>

/** A card as the dashboard shows it. */
export const CardView = v.pick(Card, [
  'id',
  'batchId',
  'serial',
  'label',
  'ending',
  'usedAt',
  'email',
  'revokedAt',
])
export type CardView = v.InferOutput<typeof CardView>

/** Returns the payment of a card. */
export function cardPayment({ priceDh, label, serial }: Pick<Card, 'priceDh' | 'label' | 'serial'>): Payment {
  return { amount: priceDh, means: 'Carte prépayée', reference: `${label}, n° ${serial}` }
}
