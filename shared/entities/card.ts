import * as v from 'valibot'
import {
  Day,
  Email,
  orNull,
  requiredText,
  Timestamp,
  validationMessages as texts,
  wholeNumber,
} from './fields.ts'
import { plainDigits } from './plain-digits.ts'
import { type Payment, User } from './user.ts'

/** Crockford's base 32, without I, L, O and U, so that characters do not look alike. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Twelve characters; the last one checks the others. */
const SHAPE = /^[0-9A-HJKMNP-TV-Z]{12}$/

/** The code of the sample card. It is not in the samples, since the page of students must not load them. */
export const SAMPLE_CARD_CODE = '7K3F9QXM2HT8'

export function cardCode(numbers: Iterable<number>): string {
  const letters = Array.from(numbers, (number) => ALPHABET[number % ALPHABET.length]).join('')
  return letters + checkCharacter(letters)
}

export function newBatchId(): string {
  const numbers = crypto.getRandomValues(new Uint8Array(6))
  return Array.from(numbers, (number) => ALPHABET[number % ALPHABET.length]).join('')
}

/** Returns the printed form: '7K3F9QXM2HT8' gives '7K3F-9QXM-2HT8'. */
export function formatCardCode(code: string): string {
  return (code.match(/.{1,4}/g) ?? []).join('-')
}

/** Case, dashes and spaces do not matter, and I, L and O are read as 1, 1 and 0. */
export function normalizeCardCode(text: string): string {
  return plainDigits(text)
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/[IL]/g, '1')
    .replace(/O/g, '0')
}

export function isCardCode(code: string): boolean {
  return SHAPE.test(code) && checkCharacter(code.slice(0, -1)) === code.at(-1)
}

/** Luhn's formula over 32 characters detects each wrong character, and nearly always two swapped ones. */
function checkCharacter(letters: string): string {
  const base = ALPHABET.length
  const sum = letters
    .split('')
    .toReversed()
    .reduce((total, letter, at) => {
      const weighted = ALPHABET.indexOf(letter) * (at % 2 === 0 ? 2 : 1)
      return total + Math.floor(weighted / base) + (weighted % base)
    }, 0)
  return ALPHABET[(base - (sum % base)) % base] ?? ''
}

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

export const CardBatchInput = v.object({
  label: requiredText(60),
  count: wholeNumber(1, MAX_CARDS, COUNT),
  validUntil: Day,
  /** Last day of the Premium that a card gives; null for no end. */
  premiumUntil: v.nullable(Day),
})
export type CardBatchInput = v.InferOutput<typeof CardBatchInput>

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

export function cardPayment({ priceDh, label, serial }: Pick<Card, 'priceDh' | 'label' | 'serial'>): Payment {
  return { amount: priceDh, means: 'Carte prépayée', reference: `${label}, n° ${serial}` }
}
