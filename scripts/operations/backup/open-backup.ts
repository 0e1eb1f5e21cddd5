import { stat } from 'node:fs/promises'
import { type Backup, openBackupFile } from './backup-file.ts'
import { openExport } from './dynamodb-export.ts'

/**
 * Reads a backup through and checks it: a file of `npm run backup`, or the folder of an export that DynamoDB made to S3.
 * @throws Error when it is cut off, altered, or not a backup
 */
export async function openBackup(path: string): Promise<Backup> {
  try {
    return (await stat(path)).isDirectory() ? await openExport(path) : await openBackupFile(path)
  } catch (error) {
    throw new Error(`${path} n'est pas une sauvegarde complète : ${failureReason(error)}`, { cause: error })
  }
}

function failureReason(error: unknown): string {
  const { code = '', path = 'un fichier', name, message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return `il manque ${path}`
  if (code.startsWith('Z_')) return `ses octets sont tronqués ou altérés (${code})`
  return name === 'SyntaxError' ? "une ligne n'est pas lisible" : message
}
