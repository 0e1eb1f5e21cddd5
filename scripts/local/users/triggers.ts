import type { LocalFunctions } from '../runtime/functions.ts'
import { CognitoError } from './cognito-error.ts'
import type { PoolSettings } from './pool-settings.ts'

/** A function's answer as the Lambda Invoke endpoint gives it. */
export type InvokeAnswer = { failed: boolean; json: string }

type TriggerEvent = {
  triggerSource?: string
  userName?: string
  region?: string
  version?: string
  request?: { userAttributes?: Record<string, string> }
}

/** The pool's triggers: those that the emulator fires, and PreAuthentication, which it does not know. */
export class Triggers {
  readonly #pool: PoolSettings
  readonly #functions: () => Pick<LocalFunctions, 'get'>
  /** The emulator swallows what PostConfirmation throws; the service answers it. By user name. */
  readonly #confirmationFailures = new Map<string, string>()

  constructor(pool: PoolSettings, functions: () => Pick<LocalFunctions, 'get'>) {
    this.#pool = pool
    this.#functions = functions
  }

  /** Calls a trigger for the emulator, with the event as the service would send it. */
  async invoke(trigger: string, event: TriggerEvent): Promise<InvokeAnswer> {
    const arn = this.#pool.triggers[trigger]
    if (arn === undefined)
      return { failed: true, json: JSON.stringify({ errorMessage: `No ${trigger} trigger` }) }
    const outcome = await this.#functions().get(arn).invoke(this.#asServiceSends(trigger, event))
    if (outcome.kind === 'result') return { failed: false, json: outcome.json }
    const error =
      outcome.kind === 'failed' ? outcome.error : { errorType: 'Error', errorMessage: 'Streamed', trace: [] }
    if (trigger === 'PostConfirmation' && event.userName !== undefined)
      this.#confirmationFailures.set(event.userName, error.errorMessage)
    return { failed: true, json: JSON.stringify(error) }
  }

  /** @throws CognitoError when the PostConfirmation of this user has just failed */
  assertConfirmed(userName: string): void {
    const message = this.#confirmationFailures.get(userName)
    if (message === undefined) return
    this.#confirmationFailures.delete(userName)
    throw refusedBy('PostConfirmation', message)
  }

  /**
   * Asks PreAuthentication, before the password is looked at.
   * @param account null: the address is unknown, which the function is told
   * @throws CognitoError when the function refuses
   */
  async preAuthenticate(account: { sub: string; attributes: Record<string, string> } | null): Promise<void> {
    if (this.#pool.triggers.PreAuthentication === undefined) return
    const { failed, json } = await this.invoke('PreAuthentication', {
      triggerSource: 'PreAuthentication_Authentication',
      userName: account?.sub ?? '',
      request: { userAttributes: account?.attributes ?? {}, ...(account ? {} : { userNotFound: true }) },
    })
    if (failed)
      throw refusedBy(
        'PreAuthentication',
        String((JSON.parse(json) as { errorMessage?: string }).errorMessage),
      )
  }

  #asServiceSends(trigger: string, event: TriggerEvent): object {
    const { sub: _, ...withoutSub } = event.request?.userAttributes ?? {}
    return {
      response: {},
      ...event,
      version: '1',
      region: this.#pool.region,
      userPoolId: this.#pool.userPoolId,
      callerContext: { awsSdkVersion: 'aws-sdk-unknown-unknown', clientId: this.#pool.clientId },
      // Before sign-up there is no `sub` yet; the emulator sends one.
      ...(trigger === 'PreSignUp' && { request: { ...event.request, userAttributes: withoutSub } }),
    }
  }
}

function refusedBy(trigger: string, message: string): CognitoError {
  return new CognitoError('UserLambdaValidationException', `${trigger} failed with error ${message}.`)
}
