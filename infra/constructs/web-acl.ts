import type { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'

/** Counts in CloudWatch how often it matched; keeps no samples of requests, which hold network addresses. */
export function counted(metricName: string): CfnWebACL.VisibilityConfigProperty {
  return { metricName, cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false }
}

/** What limits are counted over. Seconds. */
export const WINDOW_SECONDS = 5 * 60
