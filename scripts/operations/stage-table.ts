import { openTable, type Table } from '#functions/data/client.ts'
import { stageNames } from '#infra/names.ts'
import { loadStage, type StageName } from '#infra/stages.ts'
import { useRunningLocalCloud } from '../local/running-cloud.ts'

/** The table of a stage, by the operator's own credentials; of the local stage, that of the cloud that runs. */
export async function openStageTable(name: StageName): Promise<Table> {
  const stage = loadStage(name)
  if (name === 'local') await useRunningLocalCloud()
  // Whatever region the terminal is set to: the accounts are looked for in the stage's own, too.
  else process.env.AWS_REGION = stage.region
  return openTable(stageNames(name).table)
}
