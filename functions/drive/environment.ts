import * as v from 'valibot'

/** Environment of functions that call Drive as the stage's service account. */
export const driveEntries = {
  /** Address https://www.googleapis.com, except in local mode. */
  DRIVE_API_URL: v.string(),
  /** Id of the secret with the service account's JSON. */
  DRIVE_CREDENTIALS_SECRET_ID: v.string(),
}

const DriveEnvironment = v.object(driveEntries)
export type DriveSettings = v.InferOutput<typeof DriveEnvironment>
