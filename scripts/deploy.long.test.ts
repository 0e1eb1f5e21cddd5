import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { WITH_KEPT_BUILDS } from '#infra/kept-build.ts'
import { ROOT, WITHOUT_VALIDATION } from '#infra/run-app.ts'

const OFFLINE = {
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_CONFIG_FILE: '/dev/null',
  AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
}

/** Temporary folder of the process, to see what is left in it. */
const folder = mkdtempSync(join(tmpdir(), 'deploy-test-'))
const leftOver = () => readdirSync(folder).filter((name) => name.startsWith('de'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function run(command: 'deploy' | 'destroy', ...args: string[]) {
  const own = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('AWS_') && name !== 'NODE_OPTIONS',
  )
  const child = spawn(process.execPath, [join(ROOT, `scripts/${command}.ts`), ...args], {
    env: {
      ...Object.fromEntries(own),
      ...OFFLINE,
      ...WITHOUT_VALIDATION,
      ...WITH_KEPT_BUILDS,
      TMPDIR: folder,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]).then(
    ([out, err, [code]]) => ({ out, err, code: code as number }),
  )
  return { child, ended }
}

test('a dry run of dev builds everything offline and lists what it could not check', async () => {
  const { out, err, code } = await run('deploy', '--stage', 'dev', '--dry-run').ended
  expect([err, code]).toEqual(['', 0])
  expect(out).toContain('Attention : infra/stages.ts contient encore des valeurs fictives')
  expect(out).toMatch(/Revision-Dev-Data \(eu-west-3\) : \d+ ressources/)
  expect(out).toMatch(/Revision-Dev-Site \(eu-west-3\) : \d+ ressources/)
  expect(out.match(/Non vérifié/g)).toHaveLength(3)
  expect(out).toContain("Essai terminé, rien n'a été déployé.")
  expect(leftOver()).toEqual([])
})

test('Ctrl-C ends a deployment with what to do next, exit code 1 and no temporary files', async () => {
  const { child, ended } = run('deploy', '--stage', 'dev', '--dry-run')
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      if (String(chunk).includes('[3/8]')) resolve()
    })
  })
  child.kill('SIGINT')
  child.kill('SIGINT')
  const { err, code } = await ended
  expect(code).toBe(1)
  expect(err).toContain('Interrompu.')
  expect(err).toContain('Relancez la même commande')
  expect(leftOver()).toEqual([])
})

test('a dry run of destroying staging lists offline what is deleted and what stays', async () => {
  const { out, err, code } = await run('destroy', '--stage', 'staging', '--dry-run').ended
  expect([err, code]).toEqual(['', 0])
  const stacks = [...out.matchAll(/^ {2}(Revision-Staging-\w+) \(/gm)].map(([, id]) => id)
  expect([stacks[0], stacks.at(-1)]).toEqual(['Revision-Staging-Site', 'Revision-Staging-Data'])
  expect(out).toContain('AWS::DynamoDB::Table revision-staging')
  expect(out).toContain('AWS::Cognito::UserPool revision-staging')
  expect(leftOver()).toEqual([])
})
