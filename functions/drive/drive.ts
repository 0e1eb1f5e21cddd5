import type { FolderReference } from '#shared/domain/documents/folder-reference.ts'
import type { DriveAccess } from '#shared/entities/drive-access.ts'
import type { DriveReference } from '#shared/entities/file.ts'
import { openSecret, type ReadSecret } from '../aws/secrets.ts'
import { readAccess } from './access.ts'
import { createDriveCalls, DRIVE_TIMEOUTS } from './calls.ts'
import type { DriveSettings } from './environment.ts'
import { type FolderOrder, type FolderPage, listFiles } from './folder.ts'
import { type Media, type MediaRequest, openMedia } from './media.ts'
import { type FileFacts, readFacts } from './metadata.ts'
import { createDriveTokens } from './tokens.ts'

/** Google Drive as the stage's service account. Every call throws DriveFailure within 10 s. */
export type Drive = {
  open(request: MediaRequest): Promise<Media>
  factsOf(file: DriveReference): Promise<FileFacts>
  listFolder(folder: FolderReference, pageToken: string | undefined, order?: FolderOrder): Promise<FolderPage>
  /** Returns whether the account can read at all. Never throws. */
  readAccess(): Promise<DriveAccess>
}

export function openDrive(settings: DriveSettings, timeouts = DRIVE_TIMEOUTS): Drive {
  return openDriveAs(openSecret(settings.DRIVE_CREDENTIALS_SECRET_ID).read, settings.DRIVE_API_URL, timeouts)
}

/** @param readCredentials the service account's JSON */
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
