import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { getStoredSheet, setSheet } from '#shared/contract/admin/sheets.ts'
import type { ManagedSheet } from '#shared/entities/sheet.ts'
import { api, invalidateRoutes } from '#web/lib/api/api.ts'
import { refusalCodeOf } from '#web/lib/api/failure.ts'
import { createBrowserStorage } from '#web/lib/browser-storage.ts'
import { showToast } from '#web/lib/shared-value.ts'
import type { SheetPlace } from './sheet-place.ts'

/** Unsaved text is kept for this tab, also over a reload or a sign-in. */
const kept = createBrowserStorage(() => window.sessionStorage)
const keptName = ({ path }: Pick<SheetPlace, 'path'>) => `fiche ${path}`

type Draft = { text: string; base: Pick<ManagedSheet, 'markdown' | 'version'> }

const Kept = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ text: v.string(), base: v.object({ markdown: v.string(), version: v.nullable(v.string()) }) }),
)

export const hasDraft = (place: Pick<SheetPlace, 'path'>) => kept.getItem(keptName(place)) !== null

const begin = ({ markdown, version }: ManagedSheet): Draft => ({
  text: markdown,
  base: { markdown, version },
})

/** A sheet that was changed elsewhere replaces an untouched text; else it is `other` until the owner has chosen. */
export function useSheetDraft(place: SheetPlace, stored: ManagedSheet) {
  const client = useQueryClient()
  const name = keptName(place)
  const [draft, setDraft] = useState<Draft>(() => {
    const read = v.safeParse(Kept, kept.getItem(name))
    return read.success ? read.output : begin(stored)
  })
  const { text, base } = draft
  const isTyped = text !== base.markdown
  const isOther = stored.version !== base.version
  if (isOther && (!isTyped || text === stored.markdown)) setDraft(begin(stored))
  useEffect(() => {
    if (isTyped) kept.setItem(name, JSON.stringify({ text, base }))
    else kept.removeItem(name)
  }, [name, isTyped, text, base])

  const { params } = place
  const saving = useMutation({
    ...api(setSheet).mutationOptions(),
    onSuccess: (saved) => {
      client.setQueryData(api(getStoredSheet).queryOptions({ params }).queryKey, saved)
      setDraft(begin(saved))
      showToast({ kind: 'success', text: saved.version === null ? 'Fiche retirée' : 'Fiche publiée' })
    },
    onError: (error) => {
      // The next answer brings the sheet that was written elsewhere.
      if (refusalCodeOf(error) === 'CONFLICT') void invalidateRoutes(client, [getStoredSheet])
    },
  })
  return {
    text,
    isTyped,
    type: (next: string) => setDraft({ text: next, base }),
    /** The sheet as another owner has written it since this text was begun; null for none. */
    other: isOther && isTyped ? stored : null,
    keepOwn: () => setDraft({ text, base: { markdown: stored.markdown, version: stored.version } }),
    takeOther: () => setDraft(begin(stored)),
    saving,
    save: (markdown: string) => saving.mutate({ params, body: { markdown, version: base.version } }),
  }
}

/**
 * A part that a button of the editor writes. What is selected replaces the text between ‹ and ›, and stays selected.
 * - `inline`: where the cursor is.
 * - `line`: at the beginning of a line of its own.
 * - `formula`: within a formula; elsewhere with the dollars around it.
 */
export type SheetPart = { label: string; place: 'inline' | 'line' | 'formula'; text: string }

export const SHEET_PARTS: readonly SheetPart[] = [
  { label: 'Titre', place: 'line', text: '# ‹Titre›' },
  { label: 'Gras', place: 'inline', text: '**‹mot›**' },
  { label: 'Liste', place: 'line', text: '- ‹élément›' },
  { label: 'Encadré', place: 'line', text: '> ‹À retenir›' },
  { label: 'Tableau', place: 'line', text: '| ‹Grandeur› | Unité |\n|---|:-:|\n| $v$ | $\\pu{m.s-1}$ |\n' },
  { label: 'Formule', place: 'formula', text: '‹v = \\lambda f›' },
  { label: 'Fraction', place: 'formula', text: '\\dfrac{‹a›}{b}' },
  { label: 'Racine', place: 'formula', text: '\\sqrt{‹x›}' },
  { label: 'Vecteur', place: 'formula', text: '\\vec{‹F›}' },
  { label: 'Indice', place: 'formula', text: 'x_{‹0›}' },
  { label: 'Exposant', place: 'formula', text: 'x^{‹2›}' },
  { label: 'Unité', place: 'formula', text: '\\pu{‹m.s-1›}' },
  { label: 'Chimie', place: 'formula', text: '\\ce{‹H3O+›}' },
]

type Selected = { text: string; start: number; end: number }

export function insertPart({ text, start, end }: Selected, { place, text: part }: SheetPart): Selected {
  const [before = '', sample = '', after = ''] = part.split(/[‹›]/)
  const isFormula = place === 'formula' && !isInFormula(text.slice(0, start))
  const opening = place === 'line' ? lineStart(text.slice(0, start), before) : isFormula ? '$' : ''
  const chosen = text.slice(start, end) || sample
  const from = start + opening.length + before.length
  return {
    text: `${text.slice(0, start)}${opening}${before}${chosen}${after}${isFormula ? '$' : ''}${text.slice(end)}`,
    start: from,
    end: from + chosen.length,
  }
}

/** Returns what ends the text before a line of its own. Items of a list follow each other, others an empty line. */
function lineStart(before: string, part: string): string {
  if (before.trim() === '' || before.endsWith('\n\n')) return ''
  const line = before.slice(before.lastIndexOf('\n', before.length - 2) + 1)
  const isNext = part === '- ' && line.startsWith('- ')
  if (before.endsWith('\n')) return isNext ? '' : '\n'
  return isNext ? '\n' : '\n\n'
}

/** Returns whether a formula is open at the end of a text, in its last paragraph. */
function isInFormula(before: string): boolean {
  let open = ''
  for (const [sign] of (before.split('\n\n').at(-1) ?? '').matchAll(/\\.|\$\$?/gs)) {
    if (sign.startsWith('\\')) continue
    open = open === '' ? sign : open === sign ? '' : open
  }
  return open !== ''
}

/** Returns the beginning and the end of a line, which is counted from 1. */
export function lineAt(text: string, line: number): Pick<Selected, 'start' | 'end'> {
  const lines = text.split('\n')
  const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0)
  return { start, end: start + (lines[line - 1] ?? '').length }
}
