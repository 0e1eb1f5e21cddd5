import { randomUUID } from 'node:crypto'
import { chapterNumber } from '#shared/catalogue/themes.ts'
import type { Chapter } from '#shared/domain/chapter.ts'
import { laterThan } from '#shared/domain/days/moroccan-day.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import type { ManagedSheet, Sheet, SheetInput } from '#shared/entities/sheet.ts'
import type { User } from '#shared/entities/user.ts'
import { adminActor, auditEntry } from '../../data/audit-entry.ts'
import { answerOvertaken } from '../../data/overtaken.ts'
import type { Deps } from '../../http/deps.ts'
import { renderOrRefuse } from './render-in-thread.ts'

/** Bytes. With its Markdown the item stays below DynamoDB's limit of 400 kB. */
const MAX_SHEET_HTML = 300_000

const CHANGED = 'Cette fiche a été modifiée entre-temps. Votre texte reste ici.'

/** Returns the sheet of a chapter for its form. */
export async function getStoredSheet(
  { sheets }: Pick<Deps, 'sheets'>,
  chapter: Chapter,
): Promise<ManagedSheet> {
  return managedSheet(await sheets.find(chapter))
}

/**
 * Writes the sheet of a chapter, or removes it with an empty text. The same text again changes nothing.
 * @throws DomainError INVALID_REQUEST for a formula that is wrong, CONFLICT when the sheet has another version than its
 *   owner read
 */
export async function setSheet(
  { sheets, clock }: Pick<Deps, 'sheets' | 'clock'>,
  actor: User,
  chapter: Chapter,
  { markdown, version }: SheetInput,
): Promise<ManagedSheet> {
  const before = await sheets.find(chapter)
  const isWanted = (stored: ManagedSheet) => stored.markdown === markdown
  if (isWanted(managedSheet(before))) return managedSheet(before)
  if ((before?.version ?? null) !== version) throw new DomainError('CONFLICT', { detail: CHANGED })
  const html = await renderOrRefuse('markdown', markdown, MAX_SHEET_HTML)
  const { track, theme, chapter: title } = chapter
  const now = clock.now()
  const updatedAt = before ? laterThan(before.updatedAt, now) : now.toISOString()
  const createdAt = before?.createdAt ?? updatedAt
  const after: Sheet | null =
    markdown === '' ? null : { ...chapter, markdown, html, version: randomUUID(), createdAt, updatedAt }
  const entry = auditEntry(adminActor(actor), now, {
    action: before ? (after ? 'UPDATE_SHEET' : 'DELETE_SHEET') : 'CREATE_SHEET',
    target: `${track}/${theme}/${chapterNumber(track, theme, title)}`,
    before: before && { markdown: before.markdown },
    after: after && { markdown },
  })
  if ((await sheets.replace(before, after, entry)) === 'written') return managedSheet(after)
  return answerOvertaken(() => getStoredSheet({ sheets }, chapter), isWanted)
}

function managedSheet(sheet: Sheet | null): ManagedSheet {
  const { markdown = '', html = '', version = null, updatedAt = null } = sheet ?? {}
  return { markdown, html, version, updatedAt }
}
