import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { getStoredSettings, ManagedSettings, updateSettings } from '#shared/contract/admin/settings.ts'
import type { SettingsView } from '#shared/entities/settings.ts'
import { api, invalidateRoutes } from '#web/lib/api/api.ts'
import { refusalCodeOf } from '#web/lib/api/failure.ts'
import { createBrowserStorage } from '#web/lib/browser-storage.ts'
import { showStoredSettings } from '#web/lib/settings.ts'
import { showToast } from '#web/lib/shared-value.ts'
import { checkFields } from '#web/ui/checked-form.tsx'
import type { FieldFaults } from '#web/ui/field.tsx'
import {
  createDraft,
  listChanges,
  mergeDrafts,
  type SettingsDraft,
  type SettingsFields,
  TypedSettings,
  withWholeExams,
} from './settings-draft.ts'

/** Unsaved input is kept for this tab, also over a reload or a sign-in. */
const kept = createBrowserStorage(() => window.sessionStorage)

type FormState = {
  /** The stored settings at the start of typing. */
  base: ManagedSettings
  draft: SettingsDraft
  /** Fields that were changed elsewhere since then. */
  changedElsewhere: readonly string[]
}

const KeptState = v.object({ base: ManagedSettings, draft: v.record(v.string(), v.string()) })

/** Takes over settings that were stored elsewhere, in the fields that were not changed here. */
function withStored({ base, draft, changedElsewhere }: FormState, stored: ManagedSettings): FormState {
  const [before, after] = [createDraft(base), createDraft(stored)]
  return {
    base: stored,
    draft: mergeDrafts(before, draft, after),
    changedElsewhere: [...new Set([...changedElsewhere, ...listChanges(before, after)])],
  }
}

type Options = {
  stored: ManagedSettings
  name: string
  /** @default all settings */
  schema?: v.GenericSchema<Record<string, string>, SettingsFields>
  /** Returns the first values of the fields. @default the stored ones */
  start?: (draft: SettingsDraft) => SettingsDraft
  /** The toast after the settings were saved. */
  saved: string
}

/** Settings that were stored elsewhere after the start are taken over in the fields not changed here. */
export function useSettingsForm({
  stored,
  name,
  schema = TypedSettings,
  start = (draft) => draft,
  saved,
}: Options) {
  const client = useQueryClient()
  const fresh = (base: ManagedSettings): FormState => ({
    base,
    draft: start(createDraft(base)),
    changedElsewhere: [],
  })
  const [state, setState] = useState(() => readKept(name) ?? fresh(stored))
  if (stored.version > state.base.version) setState(withStored(state, stored))

  const { base, draft, changedElsewhere } = state
  const changes = listChanges(createDraft(base), draft)
  const isTyped = listChanges(start(createDraft(base)), draft).length > 0
  useEffect(() => {
    if (isTyped) kept.setItem(name, JSON.stringify({ base, draft }))
    else kept.removeItem(name)
  }, [name, isTyped, base, draft])

  const saving = useMutation({
    ...api(updateSettings).mutationOptions(),
    onSuccess: (answer) => {
      const { inboxFolder: _, ...shown } = answer
      showStoredSettings(shown)
      client.setQueryData(api(getStoredSettings).queryOptions({}).queryKey, answer)
      setState({ base: answer, draft: createDraft(answer), changedElsewhere: [] })
      showToast({ kind: 'success', text: saved })
    },
    onError: (error) => {
      // The next answer brings the settings that were stored elsewhere into the form.
      if (refusalCodeOf(error) === 'CONFLICT') void invalidateRoutes(client, [getStoredSettings])
    },
  })
  const checked = checkFields(schema, draft)
  const faults: FieldFaults = checked.ok ? {} : checked.faults
  const preview = useLastValid(base, draft)
  return {
    draft,
    faults,
    changes,
    changedElsewhere,
    base,
    isTyped,
    saving,
    isValid: checked.ok,
    preview,
    change: (changed: SettingsDraft) => setState({ ...state, draft: changed }),
    save: () => {
      if (checked.ok) saving.mutate({ body: { ...checked.values, version: base.version } })
    },
    reset: () => {
      saving.reset()
      setState(fresh(stored))
    },
  }
}

/** Returns the last valid settings for the preview, so that it does not change while a field is being corrected. */
function useLastValid(base: SettingsView, draft: SettingsDraft): SettingsView {
  const checked = checkFields(TypedSettings, withWholeExams(draft))
  const [last, setLast] = useState(base)
  const valid = checked.ok ? { ...checked.values, version: base.version } : last
  const isSame = JSON.stringify(valid) === JSON.stringify(last)
  if (!isSame) setLast(valid)
  return isSame ? last : valid
}

export type SettingsFormState = ReturnType<typeof useSettingsForm>

function readKept(name: string): FormState | null {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), KeptState), kept.getItem(name))
  return result.success ? { ...result.output, changedElsewhere: [] } : null
}
