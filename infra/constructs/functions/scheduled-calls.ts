import { Duration } from 'aws-cdk-lib'
import { Rule, type Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import type { CapabilityFunction } from './capability-function.ts'

export type ScheduledCallsProps = {
  function: CapabilityFunction
  schedule: Schedule
  description: string
  /** Receives calls that failed for good. */
  deadLetters: IQueue
  /**
   * Retries of a failed run within an hour.
   * @default 1
   */
  retries?: 0 | 1
}

/**
 * Invokes a function on a schedule with bounded retries, all within an hour: a failed run is retried once, a call that
 * Lambda does not accept three times. AWS's defaults are two retries within 6 hours and 185 within 24 hours.
 */
export class ScheduledCalls extends Construct {
  constructor(scope: Construct, id: string, props: ScheduledCallsProps) {
    super(scope, id)
    const { deadLetters } = props
    props.function.configureAsyncInvoke({
      retryAttempts: props.retries ?? 1,
      maxEventAge: Duration.hours(1),
      onFailure: new SqsDestination(deadLetters),
    })
    new Rule(this, 'Rule', {
      description: props.description,
      schedule: props.schedule,
      targets: [
        new LambdaFunction(props.function, {
          retryAttempts: 3,
          maxEventAge: Duration.hours(1),
          deadLetterQueue: deadLetters,
        }),
      ],
    })
  }
}
