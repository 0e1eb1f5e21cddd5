/** 'Œuvre d’Énergie' gives "oeuvre d'energie". It is always well-formed, as the table demands. */
export function foldText(text: string): string {
  return withoutAccents(text.toWellFormed())
    .toLowerCase()
    .replace(/œ/g, 'oe')
    .replace(/æ/g, 'ae')
    .replace(/[’‘]/g, "'")
    .replace(/[‐-―]/g, '-')
}

/** Removes accents: 'Énergie' gives 'Energie', also for accents that are separate characters. */
export function withoutAccents(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '')
}
