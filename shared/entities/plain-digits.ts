/** Returns text with the digits and the comma of Arabic keyboards as those of others: '٢٥٠٫٥' gives '250,5'. */
export function plainDigits(text: string): string {
  return text
    .replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) % 16))
    .replaceAll('\u066B', ',')
}

/** A number as people write it, '1 250,50'; NaN for another text, 0 for none. */
export function numberIn(text: string): number {
  return Number(plainDigits(text).replaceAll(/\s/g, '').replace(',', '.'))
}
