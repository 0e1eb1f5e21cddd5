import * as v from 'valibot'
import type { DriveAccess } from '#shared/entities/drive-access.ts'
import type { CallDrive } from './calls.ts'
import { DriveFailure, missingPartOf } from './failure.ts'
import { parseAnswer } from './metadata.ts'
import type { DriveTokens } from './tokens.ts'

const Visible = v.object({ files: v.array(v.unknown()) })

/** Asks Drive for one file that the account may read, in folders shared with it or in shared drives. */
export async function readAccess(call: CallDrive, tokens: DriveTokens): Promise<DriveAccess> {
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
