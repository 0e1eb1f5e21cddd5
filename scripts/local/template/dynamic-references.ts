import { type SecretTexts, secretArn } from './identities.ts'
import type { TemplateValue } from './intrinsics.ts'

const REFERENCE = /\{\{resolve:(?<service>[^:}]+):(?<key>[^}]*)\}\}/g

/**
 * Resolves `{{resolve:secretsmanager:<name or ARN>:SecretString:::}}` in texts.
 * @throws Error on any other reference, or an unknown secret
 */
export function withSecrets(value: TemplateValue, secrets: SecretTexts, region: string): TemplateValue {
  if (typeof value === 'string')
    return value.replace(REFERENCE, (reference, service: string, key: string) => {
      const [, id, json = ''] = /^(.+):SecretString:([^:]*):[^:]*:[^:]*$/.exec(key) ?? []
      if (service !== 'secretsmanager' || id === undefined || json !== '')
        throw new Error(`The local mode does not know the reference ${reference}`)
      const name = Object.keys(secrets).find((known) => id === known || id === secretArn(known, region))
      const text = name === undefined ? undefined : secrets[name]
      if (text === undefined) throw new Error(`The local mode has no secret ${id}`)
      return text
    })
  if (Array.isArray(value)) return value.map((item) => withSecrets(item, secrets, region))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withSecrets(item, secrets, region)]),
  )
}
