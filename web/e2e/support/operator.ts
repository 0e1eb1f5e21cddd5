import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import {
  AdminSetUserMFAPreferenceCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider'

type Config = { region: string; userPoolId: string; cognitoEndpoint: string }

const run = promisify(execFile)

export class Operator {
  readonly #origin: string
  readonly #pool: { cognito: CognitoIdentityProviderClient; UserPoolId: string }

  private constructor(origin: string, { region, userPoolId, cognitoEndpoint }: Config) {
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
    this.#origin = origin
    this.#pool = {
      cognito: new CognitoIdentityProviderClient({ region, endpoint: cognitoEndpoint, credentials }),
      UserPoolId: userPoolId,
    }
  }

  static async at(origin: string): Promise<Operator> {
    return new Operator(origin, (await (await fetch(`${origin}/config.json`)).json()) as Config)
  }

  /** Sets a permanent password; an invitation or a reset has no effect any more. */
  async setsPassword(email: string, password: string): Promise<void> {
    await this.#setsPassword(email, password, true)
  }

  /** Invites an owner as if for the first time, by `npm run create-owner`: the mail contains a temporary password. */
  async invites(email: string): Promise<void> {
    await this.#setsPassword(email, 'jamais-envoye', false)
    await run(
      process.execPath,
      ['scripts/create-owner.ts', '--stage', 'local', '--email', email],
      // Excludes the settings of the test runner, which are meant for its own process.
      { env: { PATH: process.env.PATH, PORT: new URL(this.#origin).port } },
    )
  }

  /** Removes the second factor, as for a user who has lost the phone. */
  async switchesSecondFactorOff(email: string): Promise<void> {
    const { cognito, UserPoolId } = this.#pool
    await cognito.send(
      new AdminSetUserMFAPreferenceCommand({
        UserPoolId,
        Username: email,
        SoftwareTokenMfaSettings: { Enabled: false },
      }),
    )
  }

  leaves(): void {
    this.#pool.cognito.destroy()
  }

  async #setsPassword(Username: string, Password: string, Permanent: boolean): Promise<void> {
    const { cognito, UserPoolId } = this.#pool
    await cognito.send(new AdminSetUserPasswordCommand({ UserPoolId, Username, Password, Permanent }))
  }
}
