export type PoolAnswer = {
  status: number
  body: Record<string, unknown> & {
    AuthenticationResult?: Record<string, string>
    Session?: string
    __type?: string
    message?: string
  }
}

export type SignedIn = { email: string; access: string; refreshToken: string }

/** Unsigned calls of a browser to a user pool. */
export type PoolCalls = ReturnType<typeof poolCalls>

let names = 0

/** Makes an address without an account. */
export const newEmail = (prefix = 'eleve') => `${prefix}-${++names}@demo.bac`

export function poolCalls(url: string, clientId: string) {
  async function call(operation: string, body: object): Promise<PoolAnswer> {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      },
      body: JSON.stringify({ ClientId: clientId, ...body }),
    })
    return { status: response.status, body: (await response.json()) as PoolAnswer['body'] }
  }

  const signUp = (email: string, password = 'motdepasse') =>
    call('SignUp', { Username: email, Password: password })

  const signIn = (email: string, password = 'motdepasse') =>
    call('InitiateAuth', {
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD: password },
    })

  const refresh = (token: string) => call('GetTokensFromRefreshToken', { RefreshToken: token })

  /** Signs a new account up and in. */
  async function enter(email = newEmail()): Promise<SignedIn> {
    await signUp(email)
    const { AuthenticationResult = {} } = (await signIn(email)).body
    return {
      email,
      access: AuthenticationResult.AccessToken ?? '',
      refreshToken: AuthenticationResult.RefreshToken ?? '',
    }
  }

  return { call, signUp, signIn, refresh, enter }
}
