import * as v from 'valibot'
import { OriginSecrets, SettingsEnvironment } from '../http/environment.ts'

/** Environment of the catalogue function, by which infrastructure is typed. */
export const CatalogueEnvironment = v.object({
  ...SettingsEnvironment.entries,
  TABLE_NAME: v.string(),
  ORIGIN_SECRETS: OriginSecrets,
})
export type CatalogueEnvironment = v.InferInput<typeof CatalogueEnvironment>
