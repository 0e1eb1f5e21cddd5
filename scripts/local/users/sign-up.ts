import * as v from 'valibot'
import { normalizeEmail } from '#shared/entities/fields.ts'
import { CognitoError } from './cognito-error.ts'
import type { Body } from './emulator-client.ts'
import { Attributes, assertPasswordLength, assertWritable, folded } from './guards.ts'
import { type OperationDeps, text } from './operation.ts'

/** Creates an account; the emulator fires PreSignUp and PostConfirmation on the way. */
export async function signUp(deps: OperationDeps, body: Body): Promise<Body> {
  const { pool, emulator, triggers } = deps
  const username = normalizeEmail(text(body.Username))
  if (!username.includes('@'))
    throw new CognitoError('InvalidParameterException', 'Username should be an email.')
  assertPasswordLength(pool, body.Password)
  assertWritable(pool, body.UserAttributes)
  const attributes = v.parse(Attributes, folded(body).UserAttributes)
  if (attributes.some(({ Name, Value }) => Name === 'email' && Value !== username))
    throw new CognitoError('InvalidParameterException', 'The email attribute is not the username.')
  try {
    const answer = await emulator.call('SignUp', folded(body))
    triggers.assertConfirmed(text(answer.UserSub))
    return answer
  } catch (error) {
    if (error instanceof CognitoError && error.type === 'UsernameExistsException')
      throw new CognitoError('UsernameExistsException', 'An account with the given email already exists.')
    throw error
  }
}
