import * as v from 'valibot'
import { choice, Timestamp } from './fields.ts'

/**
 * The reason why a document's file cannot be delivered.
 * - `missing`: there is no such file, or it is not shared with the service account: Drive does not distinguish them.
 * - `trashed`: it is in Drive's bin.
 * - `wrong-type`: it is of another type than the document (a PDF, a video).
 * - `empty`: it has no bytes.
 * - `not-downloadable`: its owner forbids downloads, or the file's download quota is exhausted.
 * - `unreadable`: a PDF that is damaged, has no page or a password, or is larger than what is prepared.
 */
export const documentFaultLabels = {
  missing: 'Introuvable, ou non partagé avec le compte de service',
  trashed: 'Dans la corbeille de Google Drive',
  'wrong-type': "N'est pas du type annoncé (PDF ou vidéo)",
  empty: 'Fichier vide',
  unreadable: 'Illisible : endommagé, sans page, trop long, ou protégé par un mot de passe',
  'not-downloadable': 'Téléchargement interdit par le propriétaire, ou quota de Google Drive atteint',
}
export const DocumentFault = choice(documentFaultLabels)
export type DocumentFault = v.InferOutput<typeof DocumentFault>

export const BrokenDocument = v.object({
  id: v.string(),
  title: v.string(),
  fault: DocumentFault,
  /** The first time that it was found broken. */
  since: Timestamp,
})
export type BrokenDocument = v.InferOutput<typeof BrokenDocument>
