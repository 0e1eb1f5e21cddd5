import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether a call's header holds one of the secrets. How long the answer takes tells nothing about them. */
export type IsFromEdge = (header: string | undefined) => boolean

/** @param secrets those that CloudFront sends, sent before, or sends next (docs/decisions/17) */
export function edgeCheck(secrets: readonly string[]): IsFromEdge {
  const trusted = secrets.map(digest)
  return (header) => {
    const shown = digest(header ?? '')
    return trusted.map((each) => timingSafeEqual(each, shown)).includes(true)
  }
}

/** Of one length whatever came, as the comparison demands. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
