import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { originSecretNames, stageNames } from '#infra/names.ts'
import { loadStage } from '#infra/stages.ts'
import { synthesise } from '#infra/test-support/synthesise.ts'
import type { LocalValues } from '#scripts/local/template/values.ts'
import { readDistribution } from '../edge/distribution.ts'
import { type EdgeOptions, startEdge } from '../edge/server.ts'
import { type Handler, listen } from '../http-server.ts'
import { freePort } from '../options.ts'
import { Templates } from '../template/templates.ts'

/** @param serve answers for all origins but the bucket */
export async function startWholeEdge(bucket: EdgeOptions['site'], serve: Handler) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const distribution = readDistribution(readTemplates(publicKey))
  const origin = await listen(0, serve)
  const hosts = distribution.behaviors.flatMap(({ origin: each }) => (each.kind === 'http' ? each.host : []))
  const port = await freePort()
  const edge = await startEdge({
    port,
    distribution,
    site: bucket,
    originPorts: new Map(hosts.map((host) => [host, origin.port])),
    edgeSecret: 'secret',
    local: () => undefined,
    developmentSite: () => null,
    redirects: new Map(),
  })
  return {
    address: `http://localhost:${port}`,
    distribution,
    /** Private key of documents' addresses, PEM. */
    privateKey,
    stop: async () => {
      await edge.close()
      await origin.close()
    },
  }
}

export type WholeEdge = Awaited<ReturnType<typeof startWholeEdge>>

/** Returns the synthesised templates of local mode. @param publicKey of documents' addresses, PEM */
export function readTemplates(publicKey = ''): Templates {
  const stage = loadStage('local', {})
  const { data, site } = synthesise('local')
  const { signingKeys } = stageNames('local').secrets
  return templatesFromStacks([data.toJSON(), site.toJSON()], {
    region: stage.region,
    signingPublicKeys: { [signingKeys.A]: publicKey, [signingKeys.B]: publicKey },
    secrets: Object.fromEntries(originSecretNames(stage).trusted.map((name) => [name, 'secret'])),
  })
}

function templatesFromStacks(stacks: readonly object[], values: LocalValues): Templates {
  const folder = mkdtempSync(join(tmpdir(), 'assembly-'))
  const artifacts = stacks.map((stack, index) => {
    const templateFile = `stack-${index}.json`
    writeFileSync(join(folder, templateFile), JSON.stringify(stack))
    return [`Stack${index}`, { type: 'aws:cloudformation:stack', properties: { templateFile } }]
  })
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ artifacts: Object.fromEntries(artifacts) }))
  return new Templates(folder, values)
}
