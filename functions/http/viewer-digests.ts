import { createHash, createHmac } from 'node:crypto'
import { browserName } from '#shared/domain/accounts/browser-name.ts'
import { type AddressedRequest, viewerAddress, viewerNetwork } from './viewer-address.ts'

/**
 * Creates the digests under which networks are stored. Each scope, such as an account, has other digests, so that they
 * can be compared within it only. They are a few characters of 6 bits, so that a caller who changes networks all day
 * does not make an item grow.
 */
export function createNetworkDigest(secrets: readonly string[], characters: number) {
  const digest = keyedDigest(secrets)
  return (scope: string, request: AddressedRequest): string =>
    digest(`${scope} ${viewerNetwork(request)}`).slice(0, characters)
}

/** Creates the digest of a viewer's address that is the same for all accounts, 96 bits. */
export function createAddressDigest(secrets: readonly string[]) {
  const digest = keyedDigest(secrets)
  return (request: AddressedRequest): string => digest(viewerAddress(request)).slice(0, 16)
}

/**
 * A key keeps networks from being found by hashing all of them. It is the secret that every function has; while it is
 * replaced, a network may count twice on one day.
 */
function keyedDigest(secrets: readonly string[]) {
  const key = secrets.join()
  return (text: string) => createHmac('sha256', key).update(text).digest('base64url')
}

/**
 * Returns the digest of a browser's name in the account's item, which a heartbeat rewrites: 18 bits distinguish two
 * names.
 */
export function browserDigest(userAgent: string | undefined): string {
  return createHash('sha256')
    .update(browserName(userAgent ?? ''))
    .digest('base64url')
    .slice(0, 3)
}
