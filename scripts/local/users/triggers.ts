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

/** The emulator asks in the middle of this change, and carries out no other before it has an answer. */
const PASSWORD_REPLACED = 'PostConfirmation_ConfirmForgotPassword'

/** The pool's triggers: those that the emulator fires, and PostAuthentication, whose refusals it would ignore. */
export class Triggers {
  readonly #pool: PoolSettings
  readonly #functions: () => Pick<LocalFunctions, 'get'>
  /** The emulator swallows what PostConfirmation throws; the service answers it. By user name. */
  readonly #confirmationFailures = new Map<string, string>()
  /** What the emulator told of a replaced password, until its change is over. By user name. */
  readonly #replaced = new Map<string, TriggerEvent>()

  constructor(pool: PoolSettings, functions: () => Pick<LocalFunctions, 'get'>) {
    this.#pool = pool
    this.#functions = functions
  }

  /** Calls a trigger for the emulator, with the event as the service would send it. */
  async invoke(trigger: string, event: TriggerEvent): Promise<InvokeAnswer> {
    if (event.triggerSource === PASSWORD_REPLACED && event.userName !== undefined) {
      this.#replaced.set(event.userName, event)
      return { failed: false, json: JSON.stringify(event) }
    }
    return this.#call(trigger, event)
  }

  async #call(trigger: string, event: TriggerEvent): Promise<InvokeAnswer> {
    const arn = this.#pool.triggers[trigger]
    if (arn === undefined)
      return { failed: true, json: JSON.stringify({ errorMessage: `No ${trigger} trigger` }) }
    const outcome = await this.#functions().get(arn).invoke(this.#asServiceSends(trigger, event))
    if (outcome.kind === 'result') return { failed: false, json: outcome.json }
    const error =
      outcome.kind === 'failed' ? outcome.error : { errorType: 'Error', errorMessage: 'Streamed', trace: [] }
    if (
      trigger === 'PostConfirmation' &&
      event.triggerSource !== PASSWORD_REPLACED &&
      event.userName !== undefined
    )
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

  /** Tells PostConfirmation of a password that was just replaced. @throws CognitoError when the function fails */
  async passwordReplaced(userName: string): Promise<void> {
    const event = this.#replaced.get(userName)
    if (!event) return
    this.#replaced.delete(userName)
    assertCarriedOut('PostConfirmation', await this.#call('PostConfirmation', event))
  }

  /**
   * Tells PostAuthentication of a right password, before any token is handed out.
   * @throws CognitoError when the function refuses
   */
  async postAuthenticate({ sub, status, attributes }: Account): Promise<void> {
    if (this.#pool.triggers.PostAuthentication === undefined) return
    const answer = await this.#call('PostAuthentication', {
      triggerSource: 'PostAuthentication_Authentication',
      userName: sub,
      request: { userAttributes: { ...attributes, 'cognito:user_status': status }, newDeviceUsed: false },
    })
    assertCarriedOut('PostAuthentication', answer)
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

function assertCarriedOut(trigger: string, { failed, json }: InvokeAnswer): void {
  if (failed) throw refusedBy(trigger, String((JSON.parse(json) as { errorMessage?: string }).errorMessage))
}

function refusedBy(trigger: string, message: string): CognitoError {
  return new CognitoError('UserLambdaValidationException', `${trigger} failed with error ${message}.`)
}
