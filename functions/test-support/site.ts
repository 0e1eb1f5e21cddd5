import { createPublicKey } from 'node:crypto'
import { checkSignedUrl } from '#scripts/local/edge/signed-url.ts'
import {
  DISTRIBUTION_ID_PARAMETER,
  PAGES_BUCKET,
  RECEIPT_BUCKET,
  startTestDrive,
  startTestServices,
} from '#scripts/local/test-support/services.ts'
import { testKey } from '#scripts/local/test-support/test-keys.ts'
import { startTestUsers, testPool } from '#scripts/local/test-support/users.ts'
import type { Capability, Route } from '#shared/contract/define-route.ts'
import { preparedPath, TEXT_NAME } from '#shared/entities/prepared-document.ts'
import { sampleSettings } from '#shared/entities/samples.ts'
import type { User } from '#shared/entities/user.ts'
import { openStores } from '../data/stores.ts'
import type { ApiHandler } from '../http/deadline.ts'
import { PICTURES, PREPARED } from './content.ts'
import { mostWrites } from './exemptions.ts'
import { type Call, call, ORIGIN_SECRETS, SITE_ORIGIN } from './gateway.ts'
import { OWNER_EMAILS, SIGN_UP_KEY, storeUser } from './people.ts'
import { runWithin } from './stopped-calls.ts'
import { startTable } from './table.ts'

export type Site = Awaited<ReturnType<typeof startSite>>

/** Addresses of the queues of preparations: of all documents, and of those that a reader has tapped. */
export const QUEUE_URLS = {
  all: 'https://sqs.test/1/preparation',
  first: 'https://sqs.test/1/preparation-first',
}

const KEY_PAIR_ID = 'KTEST'

/** Starts every API function as deployed, the real exported handlers, on a fresh table and user pool. */
export async function startSite(siteOrigin = SITE_ORIGIN) {
  const store = await startTable()
  const userPool = await startTestUsers()
  const services = await startTestServices()
  const drive = await startTestDrive()
  const privateKey = testKey('documents')
  const firstSettings = { ...sampleSettings, premiumValidUntil: '2099-07-10' }
  const keys = new Map([[KEY_PAIR_ID, createPublicKey(privateKey)]])
  services.secrets.set('signing-key', privateKey)
  services.secrets.set('drive', JSON.stringify(drive.account))
  Object.assign(process.env, {
    TABLE_NAME: store.table.name,
    USER_POOL_ID: testPool.userPoolId,
    USER_POOL_CLIENT_ID: testPool.clientId,
    OWNER_EMAILS,
    ORIGIN_SECRETS: ORIGIN_SECRETS.join(','),
    SIGN_UP_KEY,
    SIGN_UP_KEYS: SIGN_UP_KEY,
    SIGN_UPS_PER_DAY: '500',
    OWNERS_NEED_SECOND_FACTOR: 'false',
    DEVICE_CHANGES_PER_DAY: '12',
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: userPool.url,
    SITE_ORIGIN: siteOrigin,
    SIGNING_KEY_PAIR_ID: KEY_PAIR_ID,
    SIGNING_KEY_SECRET_ID: 'signing-key',
    DELIVERY_MODE: 'stream',
    DOCUMENTS_PER_DAY: '120',
    WATCH_DOCUMENTS: '90',
    WATCH_DEVICE_CHANGES: '4',
    WATCH_NETWORKS: '8',
    PROBE_EMAIL: 'probe@revision-test.invalid',
    FIRST_SETTINGS: JSON.stringify(firstSettings),
    DISTRIBUTION_ID_PARAMETER,
    RECEIPT_BUCKET,
    PAGES_BUCKET,
    PREPARATION_QUEUE_URL: QUEUE_URLS.all,
    PREPARATION_FIRST_QUEUE_URL: QUEUE_URLS.first,
    DRIVE_API_URL: drive.url,
    DRIVE_CREDENTIALS_SECRET_ID: 'drive',
  })
  // The import is late, because a function reads its environment when it starts.
  const [session, account, progress, catalogue, files, admin, documents] = await Promise.all([
    import('../session/handler.ts'),
    import('../account/handler.ts'),
    import('../progress/handler.ts'),
    import('../catalogue/handler.ts'),
    import('../files/handler.ts'),
    import('../admin/handler.ts'),
    import('../documents/handler.ts'),
  ])
  const handlers: Record<Capability, ApiHandler> = {
    session: session.handler,
    account: account.handler,
    progress: progress.handler,
    catalogue: catalogue.handler,
    files: files.handler,
    admin: admin.handler,
    documents: documents.handler,
  }
  const stores = openStores(store.table, firstSettings)
  const { digest, pages, size } = PREPARED
  await stores.prepared.save(digest, { pages, size, pictures: PICTURES }, 'fixture')
  // Its text announces no exercise.
  const headers = { contentType: 'application/json', cacheControl: null, metadata: {} }
  services.pages.put(`${preparedPath(digest).slice(1)}/${TEXT_NAME}`, Buffer.from('{"pages":[]}'), headers)
  return {
    store,
    stores,
    userPool,
    services,
    drive,
    /** Returns whether the ticket function signed this URL, expired or not, as CloudFront checks it. */
    isSigned: ({ origin, pathname, search }: URL) =>
      checkSignedUrl(origin, `${pathname}${search}`, keys, new Date(0)).kind === 'valid',
    handlers,
    /**
     * Calls a route through the function that serves it.
     * @throws Error when it writes more than once without being exempt
     */
    call: (route: Route, options?: Call) =>
      runWithin(mostWrites(route), () => call(handlers[route.capability], route, options)),
    enrol: async (changes?: Partial<User>) => {
      const user = await storeUser(store.table, changes)
      userPool.enrol({ id: user.id, email: user.email })
      return user
    },
    as: (user: User) => ({ token: userPool.token(user.id), sessionId: user.lease?.id }),
    /** Ends the injected faults of the table and the user pool. */
    heal: () => {
      store.failWith(null)
      userPool.failWith(null)
    },
    stop: async () => {
      await Promise.all([userPool.stop(), services.close(), drive.close()])
      await store.stop()
    },
  }
}
