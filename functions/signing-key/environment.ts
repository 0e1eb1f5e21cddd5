import * as v from 'valibot'

/** The signing key's function reads nothing from its environment: the secret comes as a resource property. */
export const SigningKeyEnvironment = v.object({})
export type SigningKeyEnvironment = v.InferInput<typeof SigningKeyEnvironment>
