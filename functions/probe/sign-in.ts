import { createHmac } from 'node:crypto'
import {
  AdminInitiateAuthCommand,
  DescribeUserPoolClientCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { openCognito } from '../account/user-pool.ts'
import type { ReadSecret } from '../secrets/secret-reader.ts'
import { StepFailed } from './step.ts'

export type ProbeAccount = {
  userPoolId: string
  /** A client with a secret, which takes passwords from callers with AWS's credentials only. */
  clientId: string
  email: string
  readPassword: ReadSecret
}

/** Signs the probe in. @returns an access token @throws StepFailed 'sign-in' when Cognito refuses or does not answer */
export type SignIn = () => Promise<string>

export function signInOf({ userPoolId, clientId, email, readPassword }: ProbeAccount): SignIn {
  const cognito = openCognito()
  let secret: string | undefined

  async function readClientSecret(): Promise<string> {
    const command = new DescribeUserPoolClientCommand({ UserPoolId: userPoolId, ClientId: clientId })
    const { UserPoolClient } = await cognito.send(command)
    if (!UserPoolClient?.ClientSecret) throw new Error('The client has no secret')
    return UserPoolClient.ClientSecret
  }

  async function ask(password: string): Promise<string | undefined> {
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

  return async () => {
    const password = await readPassword()
    const token = await ask(password).catch((cause: unknown) => {
      throw new StepFailed('sign-in', `Cognito: ${cause instanceof Error ? cause.name : 'no answer'}`)
    })
    if (token === undefined) throw new StepFailed('sign-in', 'Cognito asks for more than the password')
    return token
  }
}
