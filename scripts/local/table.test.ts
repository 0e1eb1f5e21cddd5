import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#infra/run-app.ts'
import { StartRefusal } from './ports.ts'
import { emulatorPath, emulatorProgram } from './table.ts'

test.each([
  { platform: 'darwin', arch: 'arm64', program: '@dynoxide/darwin-arm64/dynoxide' },
  { platform: 'darwin', arch: 'x64', program: '@dynoxide/darwin-x64/dynoxide' },
  { platform: 'linux', arch: 'arm64', program: '@dynoxide/linux-arm64/dynoxide' },
  { platform: 'linux', arch: 'x64', program: '@dynoxide/linux-x64/dynoxide' },
  { platform: 'win32', arch: 'x64', program: '@dynoxide/win32-x64/dynoxide.exe' },
])('the emulator for $platform $arch is $program, of an optional dependency', ({ program, ...machine }) => {
  expect(emulatorProgram(machine)).toBe(program)
  const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  expect(Object.keys(optionalDependencies)).toContain(program.split('/').slice(0, 2).join('/'))
})

test('asks for a server where there is no emulator', () => {
  const start = () => emulatorPath({ platform: 'linux', arch: 'riscv64' })
  expect(start).toThrow(StartRefusal)
  expect(start).toThrow("n'est pas installé pour linux riscv64")
  expect(start).toThrow('DYNAMODB_ENDPOINT=')
})
