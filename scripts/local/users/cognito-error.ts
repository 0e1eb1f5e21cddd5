/** An error as the service answers it: the type tells programs, the message tells people. */
export class CognitoError extends Error {
  readonly type: string

  constructor(type: string, message: string) {
    super(message)
    this.type = type
  }
}

/** Wrong password and unknown user read the same. */
export const wrongCredentials = () =>
  new CognitoError('NotAuthorizedException', 'Incorrect username or password.')

export const userDisabled = () => new CognitoError('NotAuthorizedException', 'User is disabled.')

export const tokenRevoked = () => new CognitoError('NotAuthorizedException', 'Refresh Token has been revoked')
