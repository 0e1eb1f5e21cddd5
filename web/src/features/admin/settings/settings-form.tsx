import { type ComponentType, type FormEvent, type ReactNode, useId, useRef } from 'react'
import type { SettingsView } from '#shared/entities/settings.ts'
import { refusalCodeOf } from '#web/lib/api/failure.ts'
import { failureText } from '#web/lib/api/failure-text.ts'
import { useWarningBeforeLeaving } from '#web/lib/use-warning-before-leaving.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useReturningFocus } from '#web/ui/use-returning-focus.ts'
import { counted } from '../admin-texts.ts'
import styles from './settings.module.css'
import { createDraft } from './settings-draft.ts'
import { settingsLabels } from './settings-labels.ts'
import type { SettingsFormState } from './use-settings-form.ts'

/** A part of the site that shows settings. */
export type PreviewPart = 'offer' | 'exams' | 'announcement' | 'contact' | 'payment' | 'claims'

export type SettingsPreviewProps = { part: PreviewPart; settings: SettingsView }

/** Shows a part of the site with the given settings; the app provides it, since the parts belong to other features. */
export type SettingsPreview = ComponentType<SettingsPreviewProps>

/** A form of the settings: its sections, and a foot that stays visible and tells what is to be corrected or saved. */
export function SettingsForm({ form, children }: { form: SettingsFormState; children: ReactNode }) {
  const element = useRef<HTMLFormElement>(null)
  const { saving, isValid, save, isTyped, changes } = form
  useReturningFocus(element, saving.isPending)
  useWarningBeforeLeaving(isTyped)
  const hasChanges = changes.length > 0
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const fields = [...(element.current?.querySelectorAll('input') ?? [])]
    const unread = fields.find(({ validity }) => validity.badInput)
    // To the draft, a date that the browser cannot read is an empty field, which may have a meaning.
    if (unread) unread.reportValidity()
    else if (isValid) save()
    else element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }
  return (
    <form ref={element} noValidate onSubmit={onSubmit} aria-busy={saving.isPending}>
      <fieldset disabled={saving.isPending} className={styles.form}>
        {children}
        <div className={classNames(styles.foot, hasChanges && styles.sticky)}>
          <ChangedElsewhere form={form} />
          <div className={styles.actions}>
            <p role="status" className={styles.state}>
              {stateText(form)}
            </p>
            {isTyped && (
              <Button variant="secondary" onClick={form.reset}>
                Annuler
              </Button>
            )}
            <Button type="submit" disabled={!hasChanges}>
              {saving.isPending ? 'Enregistrement en cours...' : 'Enregistrer'}
            </Button>
          </div>
        </div>
      </fieldset>
    </form>
  )
}

function stateText({ faults, changes }: SettingsFormState): string {
  const faultCount = Object.keys(faults).length
  if (faultCount > 0) return `${counted(faultCount, 'champ')} à corriger.`
  return changes.length > 0
    ? `${counted(changes.length, 'champ modifié')}, à enregistrer.`
    : 'Tout est enregistré.'
}

/** Explains why saving failed, and what was changed elsewhere while the form was open. */
function ChangedElsewhere({ form: { base, draft, changedElsewhere, saving } }: { form: SettingsFormState }) {
  const isRefused = refusalCodeOf(saving.error) === 'CONFLICT'
  const stored = createDraft(base)
  return (
    <>
      {saving.error && !isRefused && (
        <Alert kind="error">
          <p>Les paramètres n'ont pas été enregistrés. {failureText(saving.error, '')}</p>
        </Alert>
      )}
      {(isRefused || changedElsewhere.length > 0) && (
        <Alert kind={isRefused ? 'error' : 'info'}>
          <p>
            Les paramètres ont été modifiés ailleurs pendant votre saisie. Rien de ce que vous avez saisi
            n'est perdu ; relisez, puis enregistrez.
          </p>
          <ul className={styles.changedElsewhere}>
            {changedElsewhere.map((name) => (
              <li key={name}>
                <strong>{settingsLabels[name] ?? name}</strong>
                {stored[name] !== undefined && <span>{` : ${stored[name] || 'vide'}`}</span>}
                {draft[name] !== stored[name] && (
                  <span>{` (votre saisie est gardée : ${draft[name] || 'vide'})`}</span>
                )}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  )
}

type SectionProps = {
  title: string
  intro?: string
  children: ReactNode
  preview?: ReactNode
}

/** Fields that belong together, beside a preview of them on the site. */
export function SettingsSection({ title, intro, children, preview }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.section}>
      <div className={styles.fields}>
        <h3 id={id}>{title}</h3>
        {intro && <p className={styles.intro}>{intro}</p>}
        {children}
      </div>
      {preview && (
        <figure className={styles.preview}>
          <figcaption className={styles.caption}>Aperçu</figcaption>
          {/* The preview repeats the fields: its links lead nowhere, and screen readers skip it. */}
          <div inert className={styles.paper}>
            {preview}
          </div>
        </figure>
      )}
    </section>
  )
}
