import * as v from 'valibot'
import { OriginSecrets, SettingsEnvironment } from '../http/environment.ts'

/** What the catalogue function reads from its environment; infrastructure is typed by it. */
export const CatalogueEnvironment = v.object({
  ...SettingsEnvironment.entries,
  TABLE_NAME: v.string(),
  ORIGIN_SECRETS: OriginSecrets,
})
export type CatalogueEnvironment = v.InferInput<typeof CatalogueEnvironment>
