import type { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'

/** Publishes match counts to CloudWatch and keeps no request samples, which contain network addresses. */
export function counted(metricName: string): CfnWebACL.VisibilityConfigProperty {
  return { metricName, cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false }
}

/** Window of rate limits in seconds. */
export const WINDOW_SECONDS = 5 * 60
