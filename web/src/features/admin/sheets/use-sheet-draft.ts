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

/** The owner's text, and the sheet from which it was begun. */
type Draft = { text: string; base: Pick<ManagedSheet, 'markdown' | 'version'> }

const Kept = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ text: v.string(), base: v.object({ markdown: v.string(), version: v.nullable(v.string()) }) }),
)

/** Returns whether this tab keeps a text of a chapter that is not published. */
export const hasDraft = (place: Pick<SheetPlace, 'path'>) => kept.getItem(keptName(place)) !== null

const begin = ({ markdown, version }: ManagedSheet): Draft => ({
  text: markdown,
  base: { markdown, version },
})

/**
 * Returns the text of a sheet's form. A sheet that was changed elsewhere replaces an untouched text; otherwise it is
 * `other` until the owner has chosen, and nothing is lost.
 */
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
