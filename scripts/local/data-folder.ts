import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** What the local mode keeps, and where. */
export type DataFolder = {
  root: string
  /** The synthesised CDK app. Derived: a reset leaves it. */
  cdkOut: string
  tableFile: string
  usersFolder: string
  keysFolder: string
  videoFile: string
  logsFolder: string
  /** There once the demo content is whole. */
  seededMark: string
}

export const DEFAULT_DATA_DIR = '.local'

export function dataFolderAt(path: string): DataFolder {
  const root = resolve(path)
  return {
    root,
    cdkOut: join(root, 'cdk.out'),
    tableFile: join(root, 'table', 'table.db'),
    usersFolder: join(root, 'users'),
    keysFolder: join(root, 'keys'),
    videoFile: join(root, 'drive', 'video.mp4'),
    logsFolder: join(root, 'logs'),
    seededMark: join(root, 'seeded'),
  }
}

/**
 * Readies the folder. Accounts and table are removed on a reset, and when the first start broke off before the demo
 * content was whole: half of it is of no use.
 * @returns whether the demo content is there already
 */
export function prepareDataFolder(folder: DataFolder, reset: boolean): { isSeeded: boolean } {
  const isSeeded = existsSync(folder.seededMark) && !reset
  if (!isSeeded) {
    rmSync(folder.seededMark, { force: true })
    rmSync(join(folder.tableFile, '..'), { recursive: true, force: true })
    rmSync(folder.usersFolder, { recursive: true, force: true })
  }
  for (const path of [join(folder.tableFile, '..'), folder.usersFolder, folder.keysFolder, folder.logsFolder])
    mkdirSync(path, { recursive: true })
  // Whatever the folder is called, none of it belongs into the repository.
  writeFileSync(join(folder.root, '.gitignore'), '*\n')
  return { isSeeded }
}

export function markSeeded(folder: DataFolder): void {
  writeFileSync(folder.seededMark, new Date().toISOString())
}
