/** Name of the database, of its only store, and of the key in it. */
const NAME = 'revision.key'

/**
 * Opens this browser's key, which its tabs share and whose private part no script can read. It is created when first
 * needed and kept over sign-outs, since it identifies the browser and tells nothing about an account. A browser without
 * storage has one for the page's life.
 */
export async function openBrowserKey(): Promise<CryptoKeyPair> {
  try {
    return await openStoredKey()
  } catch {
    return createKey()
  }
}

async function openStoredKey(): Promise<CryptoKeyPair> {
  const request = indexedDB.open(NAME)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(NAME))
  const database = await resultOf(request)
  try {
    const open = (mode: IDBTransactionMode) => database.transaction(NAME, mode).objectStore(NAME)
    const stored: unknown = await resultOf(open('readonly').get(NAME))
    if (isKeyPair(stored)) return stored
    // A transaction ends while the key is being created.
    const created = await createKey()
    const store = open('readwrite')
    const storedMeanwhile: unknown = await resultOf(store.get(NAME))
    if (isKeyPair(storedMeanwhile)) return storedMeanwhile
    await resultOf(store.put(created, NAME))
    return created
  } finally {
    database.close()
  }
}

function createKey(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
}

/** A key stored by an older version of the browser may be unreadable now. */
function isKeyPair(stored: unknown): stored is CryptoKeyPair {
  return (stored as Partial<CryptoKeyPair> | undefined)?.privateKey instanceof CryptoKey
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })
}
