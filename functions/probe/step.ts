/** The steps of a run, in their order; `account` is a sign-in that fails because there is no such account or password. */
export type Step = 'account' | 'sign-in' | 'claim' | 'list' | 'ticket' | 'document' | 'release'

/** A failed step of the probe. The message holds no address, no token, no file. */
export class StepFailed extends Error {
  readonly step: Step
  /** The request id of the site's answer, to find it in its logs. */
  readonly requestId: string | undefined

  constructor(step: Step, message: string, requestId?: string) {
    super(message)
    this.name = 'StepFailed'
    this.step = step
    this.requestId = requestId
  }
}
