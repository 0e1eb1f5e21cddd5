import { createVerify } from 'node:crypto'

/** CloudFront's canned policy, signed by SHA-256, checked with the public key (PEM) as the edge does. */
export function isSigned(url: URL, publicKey: string): boolean {
  const { searchParams: query } = url
  if (query.get('Hash-Algorithm') !== 'SHA256') return false
  const policy = JSON.stringify({
    Statement: [
      {
        Resource: `${url.origin}${url.pathname}`,
        Condition: { DateLessThan: { 'AWS:EpochTime': Number(query.get('Expires')) } },
      },
    ],
  })
  const signature = (query.get('Signature') ?? '')
    .replaceAll('-', '+')
    .replaceAll('_', '=')
    .replaceAll('~', '/')
  return createVerify('RSA-SHA256').update(policy).verify(publicKey, signature, 'base64')
}
