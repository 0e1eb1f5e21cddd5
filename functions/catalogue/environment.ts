import * as v from 'valibot'

/** What the catalogue function reads from its environment; infrastructure is typed by it. */
export const CatalogueEnvironment = v.object({ TABLE_NAME: v.string() })
export type CatalogueEnvironment = v.InferInput<typeof CatalogueEnvironment>
