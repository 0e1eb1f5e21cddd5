import * as v from 'valibot'

/** What a function reads to call Drive as the stage's service account. */
export const driveEntries = {
  /** https://www.googleapis.com, except in local mode. */
  DRIVE_API_URL: v.string(),
  /** The secret that holds the service account's JSON. */
  DRIVE_CREDENTIALS_SECRET_ID: v.string(),
}

const DriveEnvironment = v.object(driveEntries)
export type DriveSettings = v.InferOutput<typeof DriveEnvironment>
