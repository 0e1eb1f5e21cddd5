import * as v from 'valibot'
import { choice, orNull, Timestamp } from './fields.ts'

/**
 * The reason why a document's file cannot be delivered.
 * - `missing`: there is no such file, or it is not shared with the service account: Drive does not distinguish them.
 * - `trashed`: it is in Drive's bin.
 * - `wrong-type`: it is of another type than the document (a PDF, a video).
 * - `empty`: it has no bytes.
 * - `not-downloadable`: its owner forbids downloads, or the file's download quota is exhausted.
 * - `unreadable`: a PDF that is damaged, has no page or a password, or is larger than what is prepared.
 * - `unplayable`: a video that browsers do not play.
 * - `refused`: Drive knows the file and does not give its bytes: it was reported, its download quota is exhausted, or a
 *   rule of its owner's organisation forbids it.
 */
export const documentFaultLabels = {
  missing: 'Introuvable, ou non partagé avec le compte de service',
  trashed: 'Dans la corbeille de Google Drive',
  'wrong-type': "N'est pas du type annoncé (PDF ou vidéo)",
  empty: 'Fichier vide',
  unreadable: 'PDF illisible',
  unplayable: 'Vidéo que les navigateurs ne lisent pas',
  refused: 'Google Drive refuse de le livrer',
  'not-downloadable': 'Téléchargement interdit par le propriétaire, ou quota de Google Drive atteint',
}
export const DocumentFault = choice(documentFaultLabels)
export type DocumentFault = v.InferOutput<typeof DocumentFault>

export const BrokenDocument = v.object({
  id: v.string(),
  title: v.string(),
  fault: DocumentFault,
  /** More about the fault, in French: the codec of a video, what is wrong with a PDF. */
  detail: orNull(v.string()),
  /** The first time that it was found broken. */
  since: Timestamp,
})
export type BrokenDocument = v.InferOutput<typeof BrokenDocument>

/** Details of the fault `unreadable`. */
export const unreadableDetails = {
  password: 'mot de passe',
  damaged: 'endommagé ou sans page',
  'too-long': 'plus de 400 pages ou de 60 Mo',
} as const

/** 'Vidéo que les navigateurs ne lisent pas (image HEVC (H.265))' */
export function faultText({ fault, detail }: Pick<BrokenDocument, 'fault' | 'detail'>): string {
  return `${documentFaultLabels[fault]}${detail === null ? '' : ` (${detail})`}`
}

/** Returns what an owner can do about a document. */
export function faultAdvice({ fault, detail }: Pick<BrokenDocument, 'fault' | 'detail'>): string {
  switch (fault) {
    case 'missing':
      return 'Partagez le fichier avec le compte de service, ou corrigez le lien.'
    case 'trashed':
      return 'Restaurez le fichier dans Drive, ou corrigez le lien.'
    case 'wrong-type':
      return 'Choisissez un fichier du type annoncé, ou changez le type du document.'
    case 'empty':
      return 'Envoyez de nouveau le fichier dans Drive.'
    case 'not-downloadable':
      return 'Dans Drive, autorisez le téléchargement de ce fichier.'
    case 'refused':
      return 'Ouvrez le fichier dans Drive : il y est signalé, ou il a été trop téléchargé aujourd’hui.'
    case 'unplayable':
      return 'Convertissez la vidéo en MP4 (H.264 et AAC), puis remplacez-la dans Drive.'
    case 'unreadable':
      if (detail === unreadableDetails.password)
        return 'Ce PDF demande un mot de passe : enregistrez-le sans, puis remplacez-le dans Drive.'
      if (detail === unreadableDetails['too-long'])
        return 'Partagez ce PDF en plusieurs fichiers plus courts.'
      return 'Enregistrez de nouveau ce document en PDF, puis remplacez-le dans Drive.'
  }
}
