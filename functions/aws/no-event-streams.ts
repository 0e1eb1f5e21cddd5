/** The SDK's module of event streams: 15 kB that the client of S3 loads at its start in vain (infra/bundling.ts). */
export const resolveEventStreamSerdeConfig = <Config>(config: Config): Config => config

export const eventStreamSerdeProvider = (): undefined => undefined
