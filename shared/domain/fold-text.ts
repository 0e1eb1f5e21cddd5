/**
 * Text as searches compare it, without accents and case: 'Œuvre d’Énergie' → "oeuvre d'energie". Always well-formed, as the
 * table takes it.
 */
export function foldText(text: string): string {
  return withoutAccents(text.toWellFormed())
    .toLowerCase()
    .replace(/œ/g, 'oe')
    .replace(/æ/g, 'ae')
    .replace(/[’‘]/g, "'")
    .replace(/[‐-―]/g, '-')
}

/** 'Énergie' → 'Energie', also where the accent is a sign of its own behind the letter. */
export function withoutAccents(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '')
}
