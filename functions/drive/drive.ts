import * as v from 'valibot'
import type { FolderReference } from '#shared/domain/documents/drive-reference.ts'
import type { DriveAccess } from '#shared/entities/drive-access.ts'
import type { DriveReference } from '#shared/entities/file.ts'
import { openSecret, type ReadSecret } from '../aws/secrets.ts'
import { type CallDrive, createDriveCalls, DRIVE_TIMEOUTS } from './calls.ts'
import type { DriveSettings } from './environment.ts'
import { DriveFailure, missingPartOf } from './failure.ts'
import { type FolderOrder, listFiles, parseAnswer, readFacts } from './files.ts'
import { type MediaRequest, openMedia } from './media.ts'
import { createDriveTokens, type DriveTokens } from './tokens.ts'

export function openDrive(settings: DriveSettings, timeouts = DRIVE_TIMEOUTS): Drive {
  return openDriveAs(openSecret(settings.DRIVE_CREDENTIALS_SECRET_ID).read, settings.DRIVE_API_URL, timeouts)
}

/** Opens Google Drive as the stage's service account. Every call throws DriveFailure within 10 s. */
export function openDriveAs(readCredentials: ReadSecret, apiUrl: string, timeouts = DRIVE_TIMEOUTS) {
  const tokens = createDriveTokens(readCredentials)
  const call = createDriveCalls(apiUrl, tokens, timeouts)
  return {
    open: (request: MediaRequest) => openMedia(call, timeouts, request),
    factsOf: (file: DriveReference) => readFacts(call, file),
    listFolder: (
      folder: FolderReference,
      pageToken: string | undefined,
      order: FolderOrder = 'name_natural',
    ) => listFiles(call, folder, pageToken, order),
    readAccess: () => readAccess(call, tokens),
  }
}

export type Drive = ReturnType<typeof openDriveAs>

const Visible = v.object({ files: v.array(v.unknown()) })

/** Asks Drive for one file that the account may read, in folders shared with it or in shared drives. */
async function readAccess(call: CallDrive, tokens: DriveTokens): Promise<DriveAccess> {
  // The account is null also while the secret cannot be read, and then the call fails too.
  const account = await tokens.account().catch(() => null)
  try {
    const response = await call({
      path: '/drive/v3/files',
      query: {
        q: 'trashed = false',
        fields: 'files(id)',
        pageSize: '1',
        corpora: 'allDrives',
        supportsAllDrives: 'true',
        includeItemsFromAllDrives: 'true',
      },
    })
    const { files } = await parseAnswer(Visible, response)
    return { state: files.length > 0 ? 'ready' : 'nothing-shared', account }
  } catch (error) {
    return { state: (error instanceof DriveFailure && missingPartOf(error)) || 'unknown', account }
  }
}
