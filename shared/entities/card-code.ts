import { plainDigits } from './plain-digits.ts'

/** Crockford's base 32, without I, L, O and U, so that characters do not look alike. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Twelve characters; the last one checks the others. */
const SHAPE = /^[0-9A-HJKMNP-TV-Z]{12}$/

/** The code of the sample card. It is not in the samples, since the page of students must not load them. */
export const SAMPLE_CARD_CODE = '7K3F9QXM2HT8'

/** Returns the code of a card from eleven random numbers below 32. */
export function cardCode(numbers: Iterable<number>): string {
  const letters = Array.from(numbers, (number) => ALPHABET[number % ALPHABET.length]).join('')
  return letters + checkCharacter(letters)
}

/** Returns a random id for a batch of cards, six characters. */
export function newBatchId(): string {
  const numbers = crypto.getRandomValues(new Uint8Array(6))
  return Array.from(numbers, (number) => ALPHABET[number % ALPHABET.length]).join('')
}

/** Returns the printed form: '7K3F9QXM2HT8' gives '7K3F-9QXM-2HT8'. */
export function formatCardCode(code: string): string {
  return (code.match(/.{1,4}/g) ?? []).join('-')
}

/**
 * Returns a typed or pasted code in its stored form: case, dashes and spaces do not matter, and I, L and O are read as
 * 1, 1 and 0.
 */
export function normalizeCardCode(text: string): string {
  return plainDigits(text)
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/[IL]/g, '1')
    .replace(/O/g, '0')
}

/** Returns whether a code has its length and its check character, which detects every wrong character. */
export function isCardCode(code: string): boolean {
  return SHAPE.test(code) && checkCharacter(code.slice(0, -1)) === code.at(-1)
}

/**
 * Computes Luhn's formula over 32 characters, which detects each wrong character, and nearly always two swapped ones.
 */
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
