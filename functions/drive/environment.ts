import * as v from 'valibot'

export const driveEntries = {
  /** Address https://www.googleapis.com, except in local mode. */
  DRIVE_API_URL: v.string(),
  DRIVE_CREDENTIALS_SECRET_ID: v.string(),
}

export type DriveSettings = Record<keyof typeof driveEntries, string>
