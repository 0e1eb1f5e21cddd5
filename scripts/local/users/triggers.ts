import type { LocalFunctions } from '../runtime/functions.ts'
import { CognitoError } from './cognito-error.ts'
import type { Account } from './emulator-client.ts'
import type { PoolSettings } from './pool-settings.ts'

/** A function's answer as the Lambda Invoke endpoint gives it. */
export type InvokeAnswer = { failed: boolean; json: string }

type TriggerEvent = {
  triggerSource?: string
  userName?: string
  region?: string
  version?: string
  request?: { userAttributes?: Record<string, string>; newDeviceUsed?: boolean }
}

/** The pool's triggers: those that the emulator fires, and PostAuthentication, whose refusals it would ignore. */
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
   * Tells PostAuthentication of a right password, before any token is handed out.
   * @throws CognitoError when the function refuses
   */
  async postAuthenticate({ sub, status, attributes }: Account): Promise<void> {
    if (this.#pool.triggers.PostAuthentication === undefined) return
    const { failed, json } = await this.invoke('PostAuthentication', {
      triggerSource: 'PostAuthentication_Authentication',
      userName: sub,
      request: { userAttributes: { ...attributes, 'cognito:user_status': status }, newDeviceUsed: false },
    })
    if (failed)
      throw refusedBy(
        'PostAuthentication',
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
