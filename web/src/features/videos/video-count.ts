/** '1 vidéo gratuite disponible', '12 vidéos gratuites disponibles'; in French, none is singular. */
export function videoCount(count: number): string {
  const s = count < 2 ? '' : 's'
  return `${count} vidéo${s} gratuite${s} disponible${s}`
}
