import { createHmac } from 'node:crypto'
import {
  AdminInitiateAuthCommand,
  CognitoIdentityProviderClient,
  DescribeUserPoolClientCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { clientSettings } from './client-settings.ts'

/**
 * Signs an account in by its password, through a client with a secret, which accepts passwords from callers with AWS
 * credentials only.
 * @returns an access token; undefined when Cognito demands more than the password
 * @throws Error of the SDK
 */
export type SignInByPassword = (email: string, password: string) => Promise<string | undefined>

export function createPasswordSignIn(userPoolId: string, clientId: string): SignInByPassword {
  const cognito = new CognitoIdentityProviderClient(clientSettings(2))
  let secret: string | undefined

  async function readClientSecret(): Promise<string> {
    const command = new DescribeUserPoolClientCommand({ UserPoolId: userPoolId, ClientId: clientId })
    const { UserPoolClient } = await cognito.send(command)
    if (!UserPoolClient?.ClientSecret) throw new Error('The client has no secret')
    return UserPoolClient.ClientSecret
  }

  return async (email, password) => {
    secret ??= await readClientSecret()
    const { AuthenticationResult } = await cognito.send(
      new AdminInitiateAuthCommand({
        UserPoolId: userPoolId,
        ClientId: clientId,
        AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
        AuthParameters: {
          USERNAME: email,
          PASSWORD: password,
          SECRET_HASH: createHmac('sha256', secret).update(`${email}${clientId}`).digest('base64'),
        },
      }),
    )
    return AuthenticationResult?.AccessToken
  }
}
