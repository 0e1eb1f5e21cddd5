import * as v from 'valibot'
import { Timestamp } from './fields.ts'

/**
 * Why a document's file cannot be delivered.
 * - `missing`: Drive knows no such file, or has not shared it with the service account: it does not tell them apart.
 * - `trashed`: it lies in Drive's bin.
 * - `wrong-type`: it is not what the document says it is (a PDF, a video).
 * - `empty`: it has no bytes.
 * - `not-downloadable`: its owner forbids downloads, or Drive has run into the file's download quota.
 */
export const DOCUMENT_FAULTS = ['missing', 'trashed', 'wrong-type', 'empty', 'not-downloadable'] as const
export type DocumentFault = (typeof DOCUMENT_FAULTS)[number]

/** A document whose file cannot be delivered. */
export const BrokenDocument = v.object({
  id: v.string(),
  title: v.string(),
  fault: v.picklist(DOCUMENT_FAULTS),
  /** When it was first found broken. */
  since: Timestamp,
})
export type BrokenDocument = v.InferOutput<typeof BrokenDocument>

export const documentFaultLabels: Record<DocumentFault, string> = {
  missing: 'Introuvable, ou non partagé avec le compte de service',
  trashed: 'Dans la corbeille de Google Drive',
  'wrong-type': "N'est pas du type annoncé (PDF ou vidéo)",
  empty: 'Fichier vide',
  'not-downloadable': 'Téléchargement interdit par le propriétaire, ou quota de Google Drive atteint',
}
