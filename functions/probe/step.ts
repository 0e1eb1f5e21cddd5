/** The steps of a run, in their order. */
export type Step = 'sign-in' | 'claim' | 'list' | 'ticket' | 'document' | 'release'

/** A step of the probe did not go as it goes for a student. The message holds no address, no token, no file. */
export class StepFailed extends Error {
  readonly step: Step
  /** By which the site's answer is found in its logs. */
  readonly requestId: string | undefined

  constructor(step: Step, message: string, requestId?: string) {
    super(message)
    this.name = 'StepFailed'
    this.step = step
    this.requestId = requestId
  }
}
