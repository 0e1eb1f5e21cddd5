import { createHmac } from 'node:crypto'
import {
  AdminInitiateAuthCommand,
  CognitoIdentityProviderClient,
  DescribeUserPoolClientCommand,
  ForgotPasswordCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { clientSettings } from './sdk.ts'

export function createPoolClient(userPoolId: string, clientId: string) {
  const cognito = new CognitoIdentityProviderClient(clientSettings(2))
  let secret: string | undefined

  async function readClientSecret(): Promise<string> {
    const command = new DescribeUserPoolClientCommand({ UserPoolId: userPoolId, ClientId: clientId })
    const { UserPoolClient } = await cognito.send(command)
    if (!UserPoolClient?.ClientSecret) throw new Error('The client has no secret')
    return UserPoolClient.ClientSecret
  }

  async function hash(email: string): Promise<string> {
    secret ??= await readClientSecret()
    return createHmac('sha256', secret).update(`${email}${clientId}`).digest('base64')
  }

  /** @returns an access token; undefined when Cognito demands more than the password */
  async function signIn(email: string, password: string): Promise<string | undefined> {
    const { AuthenticationResult } = await cognito.send(
      new AdminInitiateAuthCommand({
        UserPoolId: userPoolId,
        ClientId: clientId,
        AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: email, PASSWORD: password, SECRET_HASH: await hash(email) },
      }),
    )
    return AuthenticationResult?.AccessToken
  }

  /** Has a code for a forgotten password mailed, which changes nothing while it is not used. */
  async function requestCode(email: string): Promise<void> {
    await cognito.send(
      new ForgotPasswordCommand({ ClientId: clientId, Username: email, SecretHash: await hash(email) }),
    )
  }

  return { signIn, requestCode }
}

export type PoolClient = ReturnType<typeof createPoolClient>
