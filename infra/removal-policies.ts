import { RemovalPolicy } from 'aws-cdk-lib'
import type { Stage } from './stages.ts'

/**
 * Removal policy of log groups, secrets and buckets: retained with their stack where data is protected, but removed when
 * the stack's creation is rolled back, so that it can be repeated (docs/decisions/26-repeatable-deployment.md).
 */
export function removalPolicy({ protectData }: Stage): RemovalPolicy {
  return protectData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY
}

/**
 * Removal policy of the table and the user pool: their deletion protection would make a rollback that removes them fail.
 * The website's bucket has it as well, because CloudFormation cannot remove a bucket with content.
 */
export function strictRemovalPolicy({ protectData }: Stage): RemovalPolicy {
  return protectData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY
}
