/**
 * Stands in bundles for the SDK's module of event streams, 15 kB that the client of S3 loads at its start for an
 * operation that no function calls (infra/bundling.ts).
 */
export const resolveEventStreamSerdeConfig = <Config>(config: Config): Config => config

export const eventStreamSerdeProvider = (): undefined => undefined
