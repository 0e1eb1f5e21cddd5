import { gzipSync } from 'node:zlib'
import type { Page, Response } from '@playwright/test'

/** A script that a page received. */
export type ReceivedScript = {
  /** The name of its file. */
  file: string
  /** Bytes, gzipped as the edge does it. */
  size: number
  /** The part of the site that it belongs to, where that must not come unrequested. */
  isOf: 'account service' | 'viewer' | 'search' | null
}

/** Words that occur only in the code of one part. */
const MARKS = [
  { word: 'AWSCognitoIdentityProviderService', isOf: 'account service' },
  { word: 'Pages du document', isOf: 'viewer' },
  { word: 'aria-autocomplete', isOf: 'search' },
] as const

/**
 * Scripts by their addresses, which contain a hash of their content: a script of one page is not read again for
 * another.
 */
const known = new Map<string, Promise<ReceivedScript>>()

/** Keeps each script that a page receives from now on; pages must have no service worker. */
export function receivedScripts(page: Page): { read: () => Promise<ReceivedScript[]> } {
  const arriving = new Map<string, Promise<ReceivedScript>>()
  page.on('response', (response) => {
    const address = response.url()
    if (!/javascript/.test(response.headers()['content-type'] ?? '')) return
    const script = known.get(address) ?? scriptOf(page, response)
    known.set(address, script)
    script.catch(() => known.delete(address))
    arriving.set(address, script)
  })
  return { read: () => Promise.all(arriving.values()) }
}

/** Adds up the bytes of these scripts. */
export function bytesOf(scripts: readonly ReceivedScript[]): number {
  return scripts.reduce((sum, { size }) => sum + size, 0)
}

async function scriptOf(page: Page, response: Response): Promise<ReceivedScript> {
  const text = await textOf(page, response)
  return {
    file: new URL(response.url()).pathname.split('/').at(-1) ?? '',
    size: gzipSync(text, { level: 6 }).length,
    isOf: MARKS.find(({ word }) => text.includes(word))?.isOf ?? null,
  }
}

/** The browser forgets what it received for a page that was left. The address names the content, so that it stays. */
async function textOf(page: Page, response: Response): Promise<string> {
  try {
    return await response.text()
  } catch {
    return (await page.request.get(response.url())).text()
  }
}
