/** Amplify's parsers of other formats of configuration would weigh 2 kB on every page of a student. */
export const parseAmplifyConfig = <Config>(config: Config): Config => config
