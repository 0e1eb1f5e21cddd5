import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DeleteTableCommand } from '@aws-sdk/client-dynamodb'
import { stageNames } from '#infra/names.ts'
import { useEndpoints } from '#scripts/local/endpoints.ts'
import { LOOPBACK } from '#scripts/local/http-server.ts'
import { createTable, defineTable, startEmulator } from '#scripts/local/table.ts'
import { startTestUsers, type TestUsers } from '#scripts/local/test-support/users.ts'
import { createPatientClient, type StoredTable } from '#scripts/operations/stage-access.ts'

const REGION = 'eu-west-3'

/** What the operator's commands need of a local cloud that runs: a table, a list of accounts, and where they are. */
export type StandIn = {
  /** Where the commands look for the local cloud. */
  port: number
  table: StoredTable
  users: TestUsers
  /** Drops the table and makes an empty one. */
  wipe: () => Promise<void>
  stop: () => Promise<void>
}

/** The real emulator in memory, and no more than that: the commands meet the same calls as on a whole product. */
export async function startStandIn(): Promise<StandIn> {
  const emulator = await startEmulator()
  const users = await startTestUsers()
  const endpoints = {
    AWS_ENDPOINT_URL_DYNAMODB: emulator.endpoint,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: users.url,
  }
  const server = createServer((_incoming, outgoing) => {
    const status = { ready: true, region: REGION, userPoolId: `${REGION}_StandIn`, endpoints }
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(status))
  }).listen(0, LOOPBACK)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  useEndpoints(endpoints, REGION)
  const table: StoredTable = { client: createPatientClient(), name: stageNames('local').table }
  await createTable(defineTable(table.name))
  return {
    port,
    table,
    users,
    wipe: async () => {
      await table.client.send(new DeleteTableCommand({ TableName: table.name }))
      await createTable(defineTable(table.name))
    },
    stop: async () => {
      table.client.destroy()
      server.closeAllConnections()
      server.close()
      await users.stop()
      await emulator.stop()
    },
  }
}
