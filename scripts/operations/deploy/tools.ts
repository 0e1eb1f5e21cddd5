import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type SigningKeysFile, signingKeysEntry } from '#infra/signing-keys.ts'
import type { StageName } from '#infra/stages.ts'
import { type Finding, fault, warning } from './configuration.ts'

const NEEDED_NODE = 24

/** What synthesis and deployment are done with. */
const TOOLS = ['aws-cdk', 'aws-cdk-lib', 'esbuild', 'vite']

/** Whether this Node and the installed tools are the ones that package.json names. */
export function toolFindings(root: string, node: string = process.versions.node): Finding[] {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>
  }
  const differing = TOOLS.filter((tool) => installedVersion(root, tool) !== devDependencies[tool])
  return [
    ...(Number(node.split('.')[0]) < NEEDED_NODE
      ? [fault(`Node ${NEEDED_NODE} est nécessaire, celui-ci est ${node} : lancez la commande par npm run.`)]
      : []),
    ...differing.map((tool) =>
      fault(`${tool} n'est pas installé en version ${devDependencies[tool]} : lancez npm install.`),
    ),
  ]
}

function installedVersion(root: string, tool: string): string | null {
  const path = join(root, 'node_modules', tool, 'package.json')
  if (!existsSync(path)) return null
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version
}

/** What is checked out: its commit and whether it has changes that no commit holds; null outside a repository. */
export function checkedOut(root: string): { commit: string; isChanged: boolean } | null {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    return { commit: git('rev-parse', '--short', 'HEAD'), isChanged: git('status', '--porcelain') !== '' }
  } catch {
    return null
  }
}

/** What of the checkout would be missed later. */
export function checkoutFindings(stage: StageName, root: string, keys: SigningKeysFile): Finding[] {
  const isChanged = checkedOut(root)?.isChanged ?? false
  return [
    ...(stage === 'prod' && isChanged
      ? [warning('Des modifications ne sont pas enregistrées dans git : on ne pourra pas y revenir.')]
      : []),
    ...(signingKeysEntry(keys, stage).next
      ? [warning(`Une rotation de clés n'est pas finie : npm run rotate-signing-key -- --stage ${stage}`)]
      : []),
  ]
}
