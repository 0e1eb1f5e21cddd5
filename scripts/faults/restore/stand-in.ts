import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DeleteTableCommand } from '@aws-sdk/client-dynamodb'
import { startEmulator } from '#functions/test-support/emulator.ts'
import { createTable } from '#functions/test-support/table.ts'
import { type Directory, userDirectory } from '#functions/test-support/user-directory.ts'
import { stageNames } from '#infra/names.ts'
import { useEndpoints } from '#scripts/local/endpoints.ts'
import { LOOPBACK } from '#scripts/local/http-server.ts'
import { createPatientClient, type StoredTable } from '#scripts/operations/stage-access.ts'

const REGION = 'eu-west-3'

/** What the operator's commands need of a local cloud that runs: a table, a list of accounts, and where they are. */
export type StandIn = {
  /** Where the commands look for the local cloud. */
  port: number
  table: StoredTable
  directory: Directory
  /** Drops the table and makes an empty one. */
  wipe: () => Promise<void>
  stop: () => void
}

/** The real emulator in memory, and no more than that: the commands meet the same calls as on a whole product. */
export async function startStandIn(): Promise<StandIn> {
  const emulator = await startEmulator()
  const directory = userDirectory(() => {
    throw new Error('Nobody signs in here')
  })
  const endpoints: Record<string, string> = { AWS_ENDPOINT_URL_DYNAMODB: emulator.endpoint }
  const server = createServer((incoming, outgoing) => {
    if (incoming.url !== '/__local/status') return void directory.answer(incoming, outgoing)
    const status = { ready: true, region: REGION, userPoolId: `${REGION}_StandIn`, endpoints }
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(status))
  }).listen(0, LOOPBACK)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  endpoints['AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER'] = `http://${LOOPBACK}:${port}`
  useEndpoints(endpoints, REGION)
  const table: StoredTable = { client: createPatientClient(), name: stageNames('local').table }
  await createTable(table.name)
  return {
    port,
    table,
    directory,
    wipe: async () => {
      await table.client.send(new DeleteTableCommand({ TableName: table.name }))
      await createTable(table.name)
    },
    stop: () => {
      table.client.destroy()
      server.closeAllConnections()
      server.close()
      emulator.stop()
    },
  }
}
