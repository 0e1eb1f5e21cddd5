import { assert, constantFrom, property, stringMatching } from 'fast-check'
import * as v from 'valibot'
import { Email } from '../../entities/fields.ts'
import { RUNS } from '../../test-support/runs.ts'
import { canonicalAddress } from './canonical-address.ts'

test.each([
  ['eleve+bac+2@exemple.test', 'eleve@exemple.test'],
  ['eleve+@exemple.test', 'eleve@exemple.test'],
  ['e.leve@exemple.test', 'e.leve@exemple.test'],
  ['e.l.eve@gmail.com', 'eleve@gmail.com'],
  ['e.leve+1@googlemail.com', 'eleve@gmail.com'],
  ['e.leve@pm.me', 'eleve@proton.me'],
  ['e.leve@proton.me', 'eleve@proton.me'],
  ['eleve@protonmail.com', 'eleve@proton.me'],
  ['e.leve@gmail.com.exemple.test', 'e.leve@gmail.com.exemple.test'],
  ['+1@exemple.test', '+1@exemple.test'],
  ['...@gmail.com', '...@gmail.com'],
])('%s is %s', (email, canonical) => {
  expect(canonicalAddress(email)).toBe(canonical)
})

const name = stringMatching(/^[!-?A-~]{1,20}$/)
const domain = constantFrom('gmail.com', 'googlemail.com', 'pm.me', 'proton.me', 'outlook.com', 'ecole.ma')
const address = (local: string, host: string) => v.parse(Email, `${local}@${host}`)

test('is an address and its own canonical form, and does not depend on a tag', () => {
  assert(
    property(name, domain, name, (local, host, tag) => {
      const canonical = canonicalAddress(address(local, host))
      expect(v.parse(Email, canonical)).toBe(canonical)
      expect(canonicalAddress(canonical)).toBe(canonical)
      expect(canonicalAddress(address(`${local}+${tag}`, host))).toBe(canonical)
    }),
    RUNS,
  )
})
