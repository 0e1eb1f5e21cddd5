import * as v from 'valibot'
import { normalizeEmail } from '#shared/entities/fields.ts'
import { CognitoError, wrongCredentials } from './cognito-error.ts'
import type { Account, Body } from './emulator-client.ts'
import { type OperationDeps, text } from './operation.ts'
import type { PoolSettings } from './pool-settings.ts'

export const Attributes = v.optional(
  v.array(v.object({ Name: v.string(), Value: v.optional(v.string(), '') })),
  [],
)

/** Names and addresses in the one form in which the emulator compares them. */
export function folded(body: Body): Body {
  const { Username, UserAttributes } = body
  const attributes = v.safeParse(Attributes, UserAttributes)
  return {
    ...body,
    ...(v.is(v.string(), Username) && { Username: normalizeEmail(Username) }),
    ...(UserAttributes !== undefined &&
      attributes.success && {
        UserAttributes: attributes.output.map(({ Name, Value }) => ({
          Name,
          Value: Name === 'email' ? normalizeEmail(Value) : Value,
        })),
      }),
  }
}

/** The account that a body names. @throws CognitoError UserNotFoundException */
export async function existing({ emulator }: OperationDeps, body: Body): Promise<Account> {
  const account = await emulator.find(normalizeEmail(text(body.Username)))
  if (!account) throw new CognitoError('UserNotFoundException', 'User does not exist.')
  return account
}

/** @throws CognitoError InvalidPasswordException */
export function assertPasswordLength({ minPasswordLength }: PoolSettings, password: unknown): void {
  if (text(password).length < minPasswordLength) {
    throw new CognitoError(
      'InvalidPasswordException',
      'Password did not conform with policy: Password not long enough',
    )
  }
}

/** @throws CognitoError when the client may not write one of the attributes */
export function assertWritable({ writeAttributes }: PoolSettings, attributes: unknown): void {
  const names = v.parse(Attributes, attributes).map(({ Name }) => Name)
  if (names.some((name) => !writeAttributes.includes(name)))
    throw new CognitoError('NotAuthorizedException', 'A client attempted to write unauthorized attribute')
}

/** Rethrows; every way of refusing a password reads the same. */
export function asWrongCredentials(error: unknown): never {
  const isRefused =
    error instanceof CognitoError &&
    ['InvalidPasswordException', 'NotAuthorizedException', 'UserNotFoundException'].includes(error.type)
  throw isRefused ? wrongCredentials() : error
}
