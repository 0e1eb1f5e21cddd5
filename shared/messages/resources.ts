import type { FileType, ResourceType } from '../domain/resource.ts'

/** What a resource is, as a person reads it (spec section 3). */
export const resourceTypeLabels: Record<ResourceType, string> = {
  exercise: 'Énoncé',
  correction: 'Corrigé',
  course: 'Cours',
  exam: 'Examen',
}

export const fileTypeLabels: Record<FileType, string> = { pdf: 'PDF', video: 'Vidéo' }

type Titled = {
  resourceType: ResourceType
  type: FileType
  chapter: string
  year: string
  session: string
}

/** The title of a document that nobody has titled: 'Corrigé vidéo : Dipôle RC - 2023 Normale'. */
export function resourceTitle({ resourceType, type, chapter, year, session }: Titled): string {
  return `${resourceTypeLabels[resourceType]}${type === 'video' ? ' vidéo' : ''} : ${chapter} - ${year} ${session}`
}
