import { METRICS } from '#functions/http/metric-names.ts'
import { loadStage, type Stage, type StageName } from '#infra/stages.ts'
import { functionsOf, synthesise } from '#infra/test-support/synthesise.ts'
import type { Amounts } from './prices.ts'

type Properties = Record<string, unknown>
type SynthesisedTemplate = { Resources: Record<string, { Type: string; Properties?: Properties }> }

/** A stage's definition, and what its templates say about the bill. */
export type StageFacts = {
  stage: Stage
  /** Amounts that are billed whether they are used or not. */
  held: Amounts
  /** MiB of the functions behind the API. */
  memoryMb: number
}

/** Synthesises a stage and counts, in about a second. @param changes what differs from the stage's definition */
export function readStageFacts(name: StageName, changes: Partial<Stage> = {}): StageFacts {
  const stacks = synthesise(name, {}, changes)
  const resources = Object.values(stacks).flatMap((template) =>
    template === null ? [] : Object.values((template.toJSON() as SynthesisedTemplate).Resources),
  )
  const find = (type: string) =>
    resources.filter(({ Type }) => Type === `AWS::${type}`).map(({ Properties = {} }) => Properties)
  const stage = { ...loadStage(name, {}), ...changes }
  const firewalls = find('WAFv2::WebACL')
  return {
    stage,
    held: {
      metrics: Object.keys(METRICS).length + find('Logs::MetricFilter').length,
      alarms: find('CloudWatch::Alarm').reduce((sum, alarm) => sum + countWatchedMetrics(alarm), 0),
      dashboards: find('CloudWatch::Dashboard').length,
      secrets: find('SecretsManager::Secret').length,
      keys: find('KMS::Key').length,
      hostedZones: stage.hostedZone ? 1 : 0,
      firewalls: firewalls.length,
      firewallRules: firewalls.reduce((sum, { Rules }) => sum + (Rules as unknown[]).length, 0),
    },
    memoryMb: Number(functionsOf(stacks)['session']?.Properties['MemorySize']),
  }
}

/** A metric that an expression uses is billed like one that is watched alone. */
function countWatchedMetrics({ Metrics }: Properties): number {
  if (!Array.isArray(Metrics)) return 1
  return (Metrics as { MetricStat?: object }[]).filter(({ MetricStat }) => MetricStat !== undefined).length
}
