/** The documents of a paper. */
export const partLabels = { statement: 'Sujet', correction: 'Corrigé', video: 'Vidéo' }

/** The documents of one exercise of a paper; its statement is not called 'sujet'. */
export const exercisePartLabels = { ...partLabels, statement: 'Énoncé' }

/** A chapter's documents in forms, lists, the search and the audit log. */
export const resourceTypeLabels = {
  exercise: 'Énoncé',
  correction: 'Corrigé',
  course: 'Cours',
  exam: 'Examen',
}

/** A chapter's documents on the buttons of its page, beside their format: 'Correction (Vidéo)'. */
export const chapterButtonLabels = { ...resourceTypeLabels, correction: 'Correction' }

export const fileTypeLabels = { pdf: 'PDF', video: 'Vidéo' }

type Kind = { resourceType: keyof typeof resourceTypeLabels; type: keyof typeof fileTypeLabels }

/** Returns a label such as 'Corrigé vidéo'. */
export function kindLabel({ resourceType, type }: Kind): string {
  return `${resourceTypeLabels[resourceType]}${type === 'video' ? ' vidéo' : ''}`
}
