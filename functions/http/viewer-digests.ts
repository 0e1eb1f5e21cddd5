import { createHash, createHmac } from 'node:crypto'
import { browserName } from '#shared/domain/accounts/browser-name.ts'
import { type AddressedRequest, viewerNetwork } from './viewer-address.ts'

/**
 * A network as it is stored: different for each scope, such as an account, so that it tells nothing but which calls of it
 * came from the same one; a few characters of 6 bits, so that a caller who changes networks all day cannot make an item
 * grow.
 */
export function createNetworkDigest(secrets: readonly string[], characters: number) {
  // Without a secret the digests of networks could be told apart from random ones. It is the one that every function has;
  // while it is replaced, a network may count twice on one day.
  const key = secrets.join()
  return (scope: string, request: AddressedRequest): string =>
    createHmac('sha256', key)
      .update(`${scope} ${viewerNetwork(request)}`)
      .digest('base64url')
      .slice(0, characters)
}

/** A browser's name as the account's item keeps it, which a heartbeat rewrites: 18 bits tell one name from another. */
export function browserDigest(userAgent: string | undefined): string {
  return createHash('sha256')
    .update(browserName(userAgent ?? ''))
    .digest('base64url')
    .slice(0, 3)
}
