import { type KeyObject, verify } from 'node:crypto'
import * as v from 'valibot'

export type TrustedKeys = ReadonlyMap<string, KeyObject>

type SignatureCheck =
  /** `url` is path and query without the signature's parameters. */
  | { kind: 'valid'; url: string }
  | { kind: 'refused'; code: 'MissingKey' | 'InvalidKey' | 'AccessDenied'; message: string }

const PARAMETERS = ['Expires', 'Policy', 'Signature', 'Key-Pair-Id', 'Hash-Algorithm'] as const

/** The parts of a policy that this site signs: a pattern of addresses, and their end. */
const Policy = v.pipe(
  v.string(),
  v.parseJson(),
  v.strictObject({
    Statement: v.strictTuple([
      v.strictObject({
        Resource: v.string(),
        Condition: v.strictObject({ DateLessThan: v.strictObject({ 'AWS:EpochTime': v.number() }) }),
      }),
    ]),
  }),
)

const DENIED = { kind: 'refused', code: 'AccessDenied', message: 'Access denied' } as const

/**
 * RSA over a policy, as CloudFront does: a canned one is made of the exact URL without the signature's parameters and
 * its `Expires`; a custom one is the URL's own `Policy`, whose pattern must match that URL.
 * @param origin scheme and host as the viewer asked for them
 */
export function checkSignedUrl(origin: string, url: string, keys: TrustedKeys, now: Date): SignatureCheck {
  const { plainUrl, parameters } = takeApart(url)
  const isSigned = ['Key-Pair-Id', 'Signature'].every((name) => parameters.has(name))
  const terms = ['Expires', 'Policy'].filter((name) => parameters.has(name))
  if (!isSigned || terms.length === 0)
    return { kind: 'refused', code: 'MissingKey', message: 'Missing Key-Pair-Id query parameter' }
  if ([...parameters.values()].some((values) => values.length > 1) || terms.length > 1) return DENIED
  const [expires, custom, signature = '', keyId = '', named] = PARAMETERS.map(
    (name) => parameters.get(name)?.[0],
  )
  const key = keys.get(keyId)
  if (!key) return { kind: 'refused', code: 'InvalidKey', message: 'Unknown Key' }
  const bytes = decode(signature)
  const policy = custom === undefined ? cannedPolicy(`${origin}${plainUrl}`, expires ?? '') : decode(custom)
  if (!bytes || named !== 'SHA256' || !policy || !verify('RSA-SHA256', policy, key, bytes)) return DENIED
  return isWithin(policy, `${origin}${plainUrl}`, now) ? { kind: 'valid', url: plainUrl } : DENIED
}

/** Byte for byte; null for an end that is no number. */
function cannedPolicy(url: string, expires: string): Buffer | null {
  if (!/^[1-9]\d{0,10}$/.test(expires)) return null
  return Buffer.from(
    `{"Statement":[{"Resource":"${url}","Condition":{"DateLessThan":{"AWS:EpochTime":${expires}}}}]}`,
  )
}

function isWithin(policy: Buffer, url: string, now: Date): boolean {
  const parsed = v.safeParse(Policy, policy.toString())
  if (!parsed.success) return false
  const [{ Resource, Condition }] = parsed.output.Statement
  return matchesPattern(url, Resource) && now.getTime() < Condition.DateLessThan['AWS:EpochTime'] * 1000
}

function takeApart(url: string): { plainUrl: string; parameters: Map<string, string[]> } {
  const [path = '', ...query] = url.split('?')
  const parameters = new Map<string, string[]>()
  const rest = (query.length > 0 ? query.join('?').split('&') : []).filter((pair) => {
    const [name = '', ...value] = pair.split('=')
    if (!(PARAMETERS as readonly string[]).includes(name)) return true
    parameters.set(name, [...(parameters.get(name) ?? []), value.join('=')])
    return false
  })
  return { plainUrl: rest.length > 0 ? `${path}?${rest.join('&')}` : path, parameters }
}

/** Decodes CloudFront's base64 (`-` for `+`, `_` for `=`, `~` for `/`) in its canonical spelling only. */
function decode(text: string): Buffer | null {
  if (!/^[A-Za-z0-9~_-]+$/.test(text)) return null
  const bytes = Buffer.from(text.replace(/-/g, '+').replace(/_/g, '=').replace(/~/g, '/'), 'base64')
  const spelled = bytes.toString('base64').replace(/\+/g, '-').replace(/=/g, '_').replace(/\//g, '~')
  return spelled === text ? bytes : null
}

/** A pattern of CloudFront or of `aws s3 sync`: `*` is any text, slashes included, `?` one character. */
export function matchesPattern(text: string, pattern: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*/g, '.*')
    .replace(/\?/g, '.')
  return new RegExp(`^${source}$`).test(text)
}
