/**
 * The steps of a run, in their order. `account` is a sign-in that fails because the account or its password does not
 * exist.
 */
export type Step = 'account' | 'sign-in' | 'claim' | 'list' | 'ticket' | 'document' | 'release'

/** A failed step of the probe. The message contains no address, token or file. */
export class StepFailed extends Error {
  readonly step: Step
  /** The request id of the site's answer, by which its logs have it. */
  readonly requestId: string | undefined

  constructor(step: Step, message: string, requestId?: string) {
    super(message)
    this.name = 'StepFailed'
    this.step = step
    this.requestId = requestId
  }
}
