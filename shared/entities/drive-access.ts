import * as v from 'valibot'

/**
 * `no-key`: the stage's secret holds no key. `key-refused`: Google gives no token for a deleted or disabled key.
 * `api-disabled`: in the project of the service account. `not-permitted`: to read files. `nothing-shared`: neither a
 * folder nor a file.
 */
export const missingPartTexts = {
  'no-key': "La clé du compte de service Google n'est pas encore dans le secret du site.",
  'key-refused':
    'Google refuse la clé du compte de service : elle a été supprimée ou désactivée. Créez-en une autre et mettez-la à sa place.',
  'api-disabled':
    "L'API Google Drive n'est pas activée dans le projet Google Cloud du compte de service : activez-la, puis attendez quelques minutes.",
  'not-permitted':
    "Google interdit au compte de service de lire des fichiers : voyez les règles de l'organisation.",
  'nothing-shared':
    "Aucun dossier n'est partagé avec le compte de service : partagez celui des documents, en lecture.",
}
export type MissingPart = keyof typeof missingPartTexts
export const MISSING_PARTS = Object.keys(missingPartTexts) as MissingPart[]

/** `unknown`: Google did not answer. `unused`: the stage has no credentials, since it redirects readers to Drive. */
export const DriveAccess = v.object({
  state: v.picklist(['ready', ...MISSING_PARTS, 'unknown', 'unused']),
  /** The address of the service account, with which folders are shared; null without a key. */
  account: v.nullable(v.string()),
})
export type DriveAccess = v.InferOutput<typeof DriveAccess>
