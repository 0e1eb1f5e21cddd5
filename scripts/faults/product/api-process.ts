/**
 * The API as a process of its own, so that it can be killed: the gateway and the document origin with the functions behind
 * them. Everything else stands in for services that outlive it.
 */
import { stageNames } from '#infra/names.ts'
import { startFunctionUrls } from '#scripts/local/function-url.ts'
import { readApi, startGateway } from '#scripts/local/gateway/server.ts'
import { LocalFunctions } from '#scripts/local/runtime/functions.ts'
import { Templates } from '#scripts/local/template/templates.ts'

/** What the starter hands over, as JSON in the one argument. */
export type ApiSettings = {
  cdkOut: string
  region: string
  /** What the templates refer to. */
  secrets: Record<string, string>
  port: number
  /** Of the document origin. */
  functionUrlPort: number
  /** By which the origin knows the edge. */
  edgeSecret: string
  endpoints: Record<string, string>
  bundles: [string, string][]
}

if (import.meta.main) {
  const settings = JSON.parse(process.argv[2] ?? '') as ApiSettings
  const { cdkOut, region, secrets, port, functionUrlPort, edgeSecret, endpoints, bundles } = settings
  const templates = new Templates(cdkOut, { region, signingPublicKeys: {}, secrets })
  const running = new LocalFunctions({
    templates,
    region,
    endpoints,
    log: (name, line) => console.log(`${name} ${line}`),
    bundles: new Map(bundles),
  })
  running.get(stageNames('local').function('admin')).warmUp()
  const api = readApi(templates, region)
  const { invoke } = running
  await startFunctionUrls({ port: functionUrlPort, templates, invoke, edgeSecret })
  // Last: who finds the gateway open finds the origin, too.
  await startGateway({ port, api, invoke })
}
