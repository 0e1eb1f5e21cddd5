import { signUpKeyNames } from '../names.ts'
import { loadStage } from '../stages.ts'
import { createResources, functionsOf, synthesise } from '../test-support/synthesise.ts'

/** Returns the keys of sign-up challenges at a version: the existing ones, the signing one, the accepted ones. */
function signUpKeys(signUpKeyVersion: number) {
  const stacks = synthesise('prod', {}, { signUpKeyVersion })
  const secrets = createResources(stacks.data, 'AWS::SecretsManager::Secret')
  const nameOf = (id: string) => String(secrets[id]?.Properties['Name'])
  const variable = (name: string, variableName: string) => {
    const { Environment } = functionsOf(stacks)[name]?.Properties ?? {}
    return JSON.stringify((Environment as { Variables: Record<string, unknown> }).Variables[variableName])
  }
  const trusted = variable('pre-sign-up', 'SIGN_UP_KEYS').matchAll(/\{"Ref":"(\w+)"\}/g)
  return {
    existing: Object.keys(secrets)
      .map(nameOf)
      .filter((name) => name.includes('sign-up-key')),
    signing: /secretsmanager:(.+):SecretString/.exec(variable('account', 'SIGN_UP_KEY'))?.[1],
    trusted: [...trusted].map(([, id = '']) => nameOf(id)),
  }
}

const named = (...versions: number[]) => versions.map((version) => `revision/prod/sign-up-key-${version}`)

test.each([
  { version: 1, signing: 1, trusted: [1] },
  { version: 2, signing: 2, trusted: [1, 2] },
  { version: 5, signing: 5, trusted: [4, 5] },
])('at version $version key $signing signs challenges and $trusted are trusted', (row) => {
  expect(signUpKeys(row.version)).toEqual({
    existing: named(...row.trusted),
    signing: named(row.signing)[0],
    trusted: named(...row.trusted),
  })
})

// The trigger's stack is deployed first, and a rollback of the other one returns to the key before.
test.each([1, 2, 7])('no challenge is refused while version %d is raised', (version) => {
  const at = (signUpKeyVersion: number) => signUpKeyNames({ ...loadStage('prod', {}), signUpKeyVersion })
  expect(at(version + 1).trusted).toContain(at(version).signing)
  expect(at(version + 1).trusted).toContain(at(version + 1).signing)
})
