/** An error as Cognito answers it: programs read the type, people the message. */
export class CognitoError extends Error {
  readonly type: string

  constructor(type: string, message: string) {
    super(message)
    this.type = type
  }
}

export const invalidParameter = (message: string) => new CognitoError('InvalidParameterException', message)
export const notAuthorized = (message: string) => new CognitoError('NotAuthorizedException', message)
export const userNotFound = () => new CognitoError('UserNotFoundException', 'User does not exist.')

/** Wrong password and unknown user read the same. */
export const wrongCredentials = () => notAuthorized('Incorrect username or password.')
export const userDisabled = () => notAuthorized('User is disabled.')
export const tokenRevoked = () => notAuthorized('Refresh Token has been revoked')
