/**
 * The API as a process of its own, so that it can be killed: the gateway with the functions behind it. Everything else
 * stands in for services that outlive it.
 */
import { namesOf } from '#infra/names.ts'
import { Counters } from '#scripts/local/counters.ts'
import { readApi } from '#scripts/local/gateway/api-template.ts'
import { startGateway } from '#scripts/local/gateway/server.ts'
import { LocalFunctions } from '#scripts/local/runtime/functions.ts'
import { Templates } from '#scripts/local/template/templates.ts'

/** What the starter hands over, as JSON in the one argument. */
export type ApiSettings = {
  cdkOut: string
  region: string
  /** What the templates refer to. */
  secrets: Record<string, string>
  port: number
  endpoints: Record<string, string>
  bundles: [string, string][]
}

if (import.meta.main) {
  const { cdkOut, region, secrets, port, endpoints, bundles } = JSON.parse(
    process.argv[2] ?? '',
  ) as ApiSettings
  const templates = new Templates(cdkOut, { region, signingPublicKeys: {}, secrets })
  const functions = new LocalFunctions({
    templates,
    region,
    endpoints,
    log: (name, line) => console.log(`${name} ${line}`),
    bundles: new Map(bundles),
  })
  functions.get(namesOf('local').function('admin')).warmUp()
  const api = readApi(templates, region)
  await startGateway({ port, api, functions: () => functions, counters: new Counters() })
}
