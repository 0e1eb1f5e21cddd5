import type { DriveReference } from '#shared/entities/file.ts'
import { createSecretReader } from '../aws/secrets.ts'
import { createDriveCalls, DRIVE_TIMEOUTS } from './calls.ts'
import type { DriveSettings } from './environment.ts'
import { type FolderPage, type FolderReference, listFiles } from './folder.ts'
import { type Media, type MediaRequest, openMedia } from './media.ts'
import { type FileFacts, readFacts } from './metadata.ts'
import { createDriveTokens } from './tokens.ts'

/** Google Drive as the stage's service account. Every call throws DriveFailure within 10 s. */
export type Drive = {
  open(request: MediaRequest): Promise<Media>
  factsOf(file: DriveReference): Promise<FileFacts>
  listFolder(folder: FolderReference, pageToken: string | undefined): Promise<FolderPage>
}

export function openDrive(settings: DriveSettings, timeouts = DRIVE_TIMEOUTS): Drive {
  const tokens = createDriveTokens(createSecretReader(settings.DRIVE_CREDENTIALS_SECRET_ID))
  const call = createDriveCalls(settings.DRIVE_API_URL, tokens, timeouts)
  return {
    open: (request) => openMedia(call, timeouts, request),
    factsOf: (file) => readFacts(call, file),
    listFolder: (folder, pageToken) => listFiles(call, folder, pageToken),
  }
}
