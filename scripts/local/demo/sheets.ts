import { readdirSync, readFileSync } from 'node:fs'
import * as v from 'valibot'
import { chapterTitle } from '#shared/catalogue/themes.ts'
import type { TrackCode } from '#shared/catalogue/tracks.ts'
import { Sheet } from '#shared/entities/sheet.ts'
import { renderText } from '#shared/writing/render-text.ts'

const FOLDER = new URL('sheets/', import.meta.url)
const NAME = /^(\w+)-([a-z-]+)-(\d+)\.md$/

/** Returns the revision sheets of the demonstration: Markdown files that are named by track, theme and chapter. */
export function demoSheets(): Sheet[] {
  const at = '2026-09-15T08:00:00.000Z'
  return readdirSync(FOLDER).map((file): Sheet => {
    const [, track, theme = '', number] = NAME.exec(file) ?? []
    const markdown = readFileSync(new URL(file, FOLDER), 'utf8').trim()
    return v.parse(Sheet, {
      track,
      theme,
      chapter: chapterTitle(track as TrackCode, theme, Number(number)),
      markdown,
      html: renderText(markdown).html,
      version: file,
      createdAt: at,
      updatedAt: at,
    })
  })
}
