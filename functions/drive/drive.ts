import * as v from 'valibot'
import type { FolderReference } from '#shared/domain/documents/drive-reference.ts'
import type { DriveAccess } from '#shared/entities/drive-access.ts'
import type { DriveReference } from '#shared/entities/file.ts'
import { openSecret, type ReadSecret } from '../aws/secrets.ts'
import { type CallDrive, createDriveCalls, DRIVE_TIMEOUTS } from './calls.ts'
import type { DriveSettings } from './environment.ts'
import { DriveFailure, missingPartOf } from './failure.ts'
import {
  type FileFacts,
  type FolderOrder,
  type FolderPage,
  listFiles,
  parseAnswer,
  readFacts,
} from './files.ts'
import { type Media, type MediaRequest, openMedia } from './media.ts'
import { createDriveTokens, type DriveTokens } from './tokens.ts'

/** Google Drive as the stage's service account. Every call throws DriveFailure within 10 s. */
export type Drive = {
  open(request: MediaRequest): Promise<Media>
  factsOf(file: DriveReference): Promise<FileFacts>
  listFolder(folder: FolderReference, pageToken: string | undefined, order?: FolderOrder): Promise<FolderPage>
  readAccess(): Promise<DriveAccess>
}

export function openDrive(settings: DriveSettings, timeouts = DRIVE_TIMEOUTS): Drive {
  return openDriveAs(openSecret(settings.DRIVE_CREDENTIALS_SECRET_ID).read, settings.DRIVE_API_URL, timeouts)
}

export function openDriveAs(readCredentials: ReadSecret, apiUrl: string, timeouts = DRIVE_TIMEOUTS): Drive {
  const tokens = createDriveTokens(readCredentials)
  const call = createDriveCalls(apiUrl, tokens, timeouts)
  return {
    open: (request) => openMedia(call, timeouts, request),
    factsOf: (file) => readFacts(call, file),
    listFolder: (folder, pageToken, order = 'name_natural') => listFiles(call, folder, pageToken, order),
    readAccess: () => readAccess(call, tokens),
  }
}

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
