import type { BrokenDocument, DocumentFault } from '../../entities/file.ts'

// The texts are apart from the entity, which pages of students load.

const documentFaultLabels: Record<DocumentFault, string> = {
  missing: 'Introuvable, ou non partagé avec le compte de service',
  trashed: 'Dans la corbeille de Google Drive',
  'wrong-type': "N'est pas du type annoncé (PDF ou vidéo)",
  empty: 'Fichier vide',
  unreadable: 'PDF illisible',
  unplayable: 'Vidéo que les navigateurs ne lisent pas',
  refused: 'Google Drive refuse de le livrer',
  'not-downloadable': 'Téléchargement interdit par le propriétaire, ou quota de Google Drive atteint',
}

export const unreadableDetails = {
  password: 'mot de passe',
  damaged: 'endommagé ou sans page',
  'too-long': 'plus de 400 pages ou de 60 Mo',
} as const

/** 'Vidéo que les navigateurs ne lisent pas (image HEVC (H.265))' */
export function faultText({ fault, detail }: Pick<BrokenDocument, 'fault' | 'detail'>): string {
  return `${documentFaultLabels[fault]}${detail === null ? '' : ` (${detail})`}`
}

const documentFaultAdvice: Record<DocumentFault, string> = {
  missing: 'Partagez le fichier avec le compte de service, ou corrigez le lien.',
  trashed: 'Restaurez le fichier dans Drive, ou corrigez le lien.',
  'wrong-type': 'Choisissez un fichier du type annoncé, ou changez le type du document.',
  empty: 'Envoyez de nouveau le fichier dans Drive.',
  'not-downloadable': 'Dans Drive, autorisez le téléchargement de ce fichier.',
  refused: "Ouvrez le fichier dans Drive : il y est signalé, ou il a été trop téléchargé aujourd'hui.",
  unplayable: 'Convertissez la vidéo en MP4 (H.264 et AAC), puis remplacez-la dans Drive.',
  unreadable: 'Enregistrez de nouveau ce document en PDF, puis remplacez-le dans Drive.',
}

export function faultAdvice({ fault, detail }: Pick<BrokenDocument, 'fault' | 'detail'>): string {
  if (fault === 'unreadable' && detail === unreadableDetails.password)
    return 'Ce PDF demande un mot de passe : enregistrez-le sans, puis remplacez-le dans Drive.'
  if (fault === 'unreadable' && detail === unreadableDetails['too-long'])
    return 'Partagez ce PDF en plusieurs fichiers plus courts.'
  return documentFaultAdvice[fault]
}
