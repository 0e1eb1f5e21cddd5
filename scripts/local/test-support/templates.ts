import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Templates } from '../template/templates.ts'

/** A cloud assembly of one stack with these resources. */
export function templatesOf(resources: object): Templates {
  const folder = mkdtempSync(join(tmpdir(), 'assembly-'))
  const stack = { type: 'aws:cloudformation:stack', properties: { templateFile: 'stack.json' } }
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ artifacts: { Stack: stack } }))
  writeFileSync(join(folder, 'stack.json'), JSON.stringify({ Resources: resources }))
  return new Templates(folder, {
    region: 'eu-west-3',
    signingPublicKeys: { 'local/key': 'PEM' },
    secrets: {},
  })
}
