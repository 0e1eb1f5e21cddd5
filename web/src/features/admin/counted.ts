/** '1 compte bloqué', '12 comptes bloqués': each word takes an s from two on; in French, none is singular. */
export function counted(count: number, words: string): string {
  const plural = count < 2 ? words : words.replace(/(\p{L})(?= |$)/gu, '$1s')
  return `${count.toLocaleString('fr-FR')} ${plural}`
}
