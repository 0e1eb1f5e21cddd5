import { Validations } from 'aws-cdk-lib'
import type { IConstruct } from 'constructs'

/** Accepts cdk-nag findings on a construct and its children, each with a reason. */
export function acknowledge(construct: IConstruct, reasons: Readonly<Record<string, string>>): void {
  for (const [id, reason] of Object.entries(reasons)) Validations.of(construct).acknowledge({ id, reason })
}

/** Finding about the managed policy for writing logs, which the CDK's own helper functions use. */
export const BASIC_EXECUTION_ROLE =
  'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]'
