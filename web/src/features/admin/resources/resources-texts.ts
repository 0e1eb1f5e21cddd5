import { counted } from '../counted.ts'

export const resourcesTexts = {
  listFailed: 'Erreur lors du chargement des ressources',
  confirmDelete: 'Êtes-vous sûr de vouloir supprimer cette ressource ?',
  deleted: 'Ressource supprimée avec succès',
  deleteFailed: 'Une erreur est survenue lors de la suppression de la ressource',
  added: 'Ressource ajoutée avec succès',
  changed: 'Ressource modifiée avec succès',
  saveFailed: "Une erreur est survenue lors de l'enregistrement de la ressource",
  editing: 'Vous êtes en train de modifier une ressource existante',
} as const

/** '1 ressource trouvée pour "ondes"'; `isAll` is false while further pages are there. */
export function foundText(count: number, term: string, isAll: boolean): string {
  if (!isAll) return `Les ${count} premières ressources trouvées pour "${term}"`
  return `${counted(count, 'ressource trouvée')} pour "${term}"`
}
