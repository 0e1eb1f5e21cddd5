import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getSignedUrl } from '@aws-sdk/cloudfront-signer'

type Status = { dataDir: string; counters: Record<string, number> }

/** The running product as its operator sees it: what the local mode tells beside the site, and its keys. */
export class LocalMode {
  readonly #origin: string
  readonly #dataDir: string

  private constructor(origin: string, dataDir: string) {
    this.#origin = origin
    this.#dataDir = dataDir
  }

  static async at(origin: string): Promise<LocalMode> {
    const { dataDir } = await readStatus(origin)
    return new LocalMode(origin, dataDir)
  }

  /** How often the function that fetches documents has run. */
  async originInvocations(): Promise<number> {
    const { counters } = await readStatus(this.#origin)
    return counters['function revision-local-origin'] ?? 0
  }

  /**
   * Signs a document's address as the server would, to die at a time of the test's choice.
   * @param signed an address that the server signed: its key pair id is taken over
   */
  async signAgain(signed: string, expires: Date): Promise<string> {
    const [url = ''] = signed.split('?')
    return getSignedUrl({
      url,
      keyPairId: new URL(signed).searchParams.get('Key-Pair-Id') ?? '',
      privateKey: await readFile(join(this.#dataDir, 'keys', 'signing-key.pem'), 'utf8'),
      dateLessThan: expires,
    })
  }
}

async function readStatus(origin: string): Promise<Status> {
  const response = await fetch(`${origin}/__local/status`)
  return (await response.json()) as Status
}
