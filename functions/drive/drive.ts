import type { DriveReference } from '#shared/entities/file.ts'
import { createSecretReader } from '../aws/secrets.ts'
import { driveCalls, PATIENCE } from './calls.ts'
import type { DriveSettings } from './environment.ts'
import { type FolderPage, type FolderReference, listFiles } from './folder.ts'
import { type Media, type MediaRequest, openMedia } from './media.ts'
import { type FileFacts, readFacts } from './metadata.ts'
import { driveTokens } from './tokens.ts'

/** The stage's way to Google Drive. Everything here throws DriveFailure, within 10 s. */
export type Drive = {
  open(request: MediaRequest): Promise<Media>
  factsOf(file: DriveReference): Promise<FileFacts>
  listFolder(folder: FolderReference, pageToken: string | undefined): Promise<FolderPage>
}

export function openDrive(settings: DriveSettings, patience = PATIENCE): Drive {
  const tokens = driveTokens(createSecretReader(settings.DRIVE_CREDENTIALS_SECRET_ID))
  const call = driveCalls(settings.DRIVE_API_URL, tokens, patience)
  return {
    open: (request) => openMedia(call, patience, request),
    factsOf: (file) => readFacts(call, file),
    listFolder: (folder, pageToken) => listFiles(call, folder, pageToken),
  }
}
