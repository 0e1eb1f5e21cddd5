import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '#infra/run-app.ts'
import { checkoutFindings, toolFindings } from './tools.ts'

const folder = mkdtempSync(join(tmpdir(), 'tools-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('this checkout has the tools that package.json names', () => {
  expect(toolFindings(ROOT)).toEqual([])
})

test('reports a missing tool, one of another version, and an old Node', () => {
  const devDependencies = { 'aws-cdk': '2.0.0', 'aws-cdk-lib': '2.0.0', esbuild: '1.0.0', vite: '8.0.0' }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ devDependencies }))
  const installed = { 'aws-cdk': '2.0.0', 'aws-cdk-lib': '1.9.0', vite: '8.0.0' }
  for (const [tool, version] of Object.entries(installed)) {
    mkdirSync(join(folder, 'node_modules', tool), { recursive: true })
    writeFileSync(join(folder, 'node_modules', tool, 'package.json'), JSON.stringify({ version }))
  }
  expect(toolFindings(folder, '22.9.0').map(({ kind, text }) => [kind, text.split(' ')[0]])).toEqual([
    ['fault', 'Node'],
    ['fault', 'aws-cdk-lib'],
    ['fault', 'esbuild'],
  ])
})

test('warns of an interrupted rotation of keys', () => {
  const keys = { active: 'A', versions: { A: 1, B: 1 } } as const
  expect(checkoutFindings('dev', folder, { dev: keys })).toEqual([])
  expect(checkoutFindings('dev', folder, { dev: { ...keys, next: keys } })).toEqual([
    { kind: 'warning', text: expect.stringContaining('npm run rotate-signing-key -- --stage dev') as string },
  ])
})
