import { type KeyObject, verify } from 'node:crypto'

/** The public keys of a trusted key group by their ids. */
export type TrustedKeys = ReadonlyMap<string, KeyObject>

export type SignatureCheck =
  /** `url` is path and query without the signature's parameters. */
  | { kind: 'valid'; url: string }
  | { kind: 'refused'; code: 'MissingKey' | 'InvalidKey' | 'AccessDenied'; message: string }

const PARAMETERS = ['Expires', 'Signature', 'Key-Pair-Id'] as const
const ALL_PARAMETERS = [...PARAMETERS, 'Hash-Algorithm', 'Policy']

/** Keys are values of Hash-Algorithm; CloudFront's default is SHA-1. */
const ALGORITHMS: ReadonlyMap<string | undefined, string> = new Map([
  [undefined, 'RSA-SHA1'],
  ['SHA256', 'RSA-SHA256'],
])

const DENIED = { kind: 'refused', code: 'AccessDenied', message: 'Access denied' } as const

/**
 * Checks a signed URL as CloudFront does for a behaviour with trusted key groups: canned policy, RSA over the exact URL
 * without the signature's parameters, by the algorithm that the URL names. Custom policies are refused: this site signs none.
 * @param origin scheme and host as the viewer asked for them
 * @param url path and query as received
 */
export function checkSignedUrl(origin: string, url: string, keys: TrustedKeys, now: Date): SignatureCheck {
  const { plainUrl, parameters } = takeApart(url)
  const missing = (['Key-Pair-Id', 'Signature', 'Expires'] as const).find((name) => !parameters.has(name))
  if (missing) return { kind: 'refused', code: 'MissingKey', message: 'Missing Key-Pair-Id query parameter' }
  if ([...parameters.values()].some((values) => values.length > 1) || parameters.has('Policy')) return DENIED
  const [expires = '', signature = '', keyId = ''] = PARAMETERS.map((name) => parameters.get(name)?.[0])
  const key = keys.get(keyId)
  if (!key) return { kind: 'refused', code: 'InvalidKey', message: 'Unknown Key' }
  const bytes = signatureBytes(signature)
  if (!/^[1-9]\d{0,10}$/.test(expires) || !bytes) return DENIED
  const algorithm = ALGORITHMS.get(parameters.get('Hash-Algorithm')?.[0])
  if (!algorithm) return DENIED
  const policy = Buffer.from(cannedPolicy(`${origin}${plainUrl}`, expires))
  if (!verify(algorithm, policy, key, bytes)) return DENIED
  if (now.getTime() >= Number(expires) * 1000) return DENIED
  return { kind: 'valid', url: plainUrl }
}

/** Makes the statement of a canned policy, byte for byte. */
function cannedPolicy(url: string, expires: string): string {
  return `{"Statement":[{"Resource":"${url}","Condition":{"DateLessThan":{"AWS:EpochTime":${expires}}}}]}`
}

/** Separates the signature's parameters, and leaves the rest as it was written. */
function takeApart(url: string): { plainUrl: string; parameters: Map<string, string[]> } {
  const [path = '', ...query] = url.split('?')
  const parameters = new Map<string, string[]>()
  const rest = (query.length > 0 ? query.join('?').split('&') : []).filter((pair) => {
    const [name = '', ...value] = pair.split('=')
    if (!ALL_PARAMETERS.includes(name)) return true
    parameters.set(name, [...(parameters.get(name) ?? []), value.join('=')])
    return false
  })
  return { plainUrl: rest.length > 0 ? `${path}?${rest.join('&')}` : path, parameters }
}

/** Decodes CloudFront's base64 (`-` for `+`, `_` for `=`, `~` for `/`) in its canonical spelling only. */
function signatureBytes(text: string): Buffer | null {
  if (!/^[A-Za-z0-9~_-]+$/.test(text)) return null
  const bytes = Buffer.from(text.replace(/-/g, '+').replace(/_/g, '=').replace(/~/g, '/'), 'base64')
  const spelled = bytes.toString('base64').replace(/\+/g, '-').replace(/=/g, '_').replace(/\//g, '~')
  return spelled === text ? bytes : null
}
