import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LocalValues } from '../template/identities.ts'
import { Templates } from '../template/templates.ts'

/** Makes a cloud assembly of one stack with these resources. */
export function templatesFromResources(resources: object): Templates {
  return templatesFromStacks([{ Resources: resources }], {
    region: 'eu-west-3',
    signingPublicKeys: { 'local/key': 'PEM' },
    secrets: {},
  })
}

/** Makes a cloud assembly of stacks with these templates. */
export function templatesFromStacks(stacks: readonly object[], values: LocalValues): Templates {
  const folder = mkdtempSync(join(tmpdir(), 'assembly-'))
  const artifacts = stacks.map((stack, index) => {
    const templateFile = `stack-${index}.json`
    writeFileSync(join(folder, templateFile), JSON.stringify(stack))
    return [`Stack${index}`, { type: 'aws:cloudformation:stack', properties: { templateFile } }]
  })
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ artifacts: Object.fromEntries(artifacts) }))
  return new Templates(folder, values)
}
