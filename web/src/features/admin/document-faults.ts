import type { DocumentFault } from '#shared/entities/broken-document.ts'

/** What is wrong with a document's file, in the owner's words. */
export const documentFaults: Record<DocumentFault, string> = {
  missing: 'Introuvable, ou non partagé avec le compte de service',
  trashed: 'Dans la corbeille de Google Drive',
  'wrong-type': "N'est pas du type annoncé (PDF ou vidéo)",
  empty: 'Fichier vide',
  'not-downloadable': 'Téléchargement interdit par le propriétaire, ou quota de Google Drive atteint',
}
