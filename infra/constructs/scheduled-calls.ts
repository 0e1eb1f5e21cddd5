import { Duration } from 'aws-cdk-lib'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import type { CapabilityFunction } from './capability-function.ts'

export type ScheduledCallsProps = {
  function: CapabilityFunction
  every: Duration
  description: string
  /** Where a call ends that failed for good. */
  deadLetters: IQueue
  /**
   * How often a run that failed is tried again, within an hour.
   * @default 1
   */
  retries?: 0 | 1
}

/**
 * Calls a function at a rate. Bounded retries, since a run may be repeated and there will be another one: a run that
 * fails is tried once more, and a call that Lambda does not take is handed over three times more, all within an hour.
 * AWS by itself would try a failing run twice more within 6 hours, and hand a call over up to 185 times within 24 hours.
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
      schedule: Schedule.rate(props.every),
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
