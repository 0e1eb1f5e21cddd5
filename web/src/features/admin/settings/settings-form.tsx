import { Plus, Trash2 } from 'lucide-react'
import { type ChangeEvent, type ComponentType, type FormEvent, type ReactNode, useId, useRef } from 'react'
import type { SettingsView } from '#shared/entities/settings.ts'
import { counted } from '#web/features/admin/admin-texts.ts'
import { failureText, refusalCodeOf } from '#web/lib/api/failure.ts'
import { formatCalendarDay } from '#web/lib/format.ts'
import { moroccanToday } from '#web/lib/settings.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/card.tsx'
import { useWarningBeforeLeaving } from '#web/ui/checked-form.tsx'
import { useReturningFocus } from '#web/ui/disclosure.ts'
import { Checkbox, TextArea, TextField } from '#web/ui/field.tsx'
import { Alert } from '#web/ui/status.tsx'
import styles from './settings.module.css'
import { createDraft, listExams, proposeWeek, withExams } from './settings-draft.ts'
import { settingsFields, settingsLabels } from './settings-labels.ts'
import type { SettingsFormState } from './use-settings-form.ts'

export type PreviewPart = 'offer' | 'exams' | 'announcement' | 'contact' | 'payment' | 'claims'

export type SettingsPreviewProps = { part: PreviewPart; settings: SettingsView }

/** Shows a part of the site with the given settings; the app provides it, since the parts belong to other features. */
export type SettingsPreview = ComponentType<SettingsPreviewProps>

export function SettingsForm({ form, children }: { form: SettingsFormState; children: ReactNode }) {
  const element = useRef<HTMLFormElement>(null)
  const state = useRef<HTMLParagraphElement>(null)
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
            <p ref={state} tabIndex={-1} role="status" className={styles.state}>
              {stateText(form)}
            </p>
            {isTyped && (
              <Button
                variant="secondary"
                onClick={() => {
                  form.reset()
                  // The button disappears with what was typed.
                  state.current?.focus({ preventScroll: true })
                }}
              >
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

function ChangedElsewhere({ form: { base, draft, changedElsewhere, saving } }: { form: SettingsFormState }) {
  const isRefused = refusalCodeOf(saving.error) === 'CONFLICT'
  const stored = createDraft(base)
  return (
    <>
      {saving.error && !isRefused && (
        <Alert kind="error">{`Les paramètres n'ont pas été enregistrés. ${failureText(saving.error, '')}`}</Alert>
      )}
      {(isRefused || changedElsewhere.length > 0) && (
        <Alert kind={isRefused ? 'error' : 'info'}>
          <p>
            Les paramètres ont été modifiés ailleurs pendant votre saisie. Rien de ce que vous avez saisi
            n'est perdu&nbsp;; relisez, puis enregistrez.
          </p>
          <ul className={styles.changedElsewhere}>
            {changedElsewhere.map((name) => (
              <li key={name}>
                <strong>{settingsLabels[name] ?? name}</strong>
                {stored[name] !== undefined && <span>{`\u00a0: ${stored[name] || 'vide'}`}</span>}
                {draft[name] !== stored[name] && (
                  <span>{` (votre saisie est gardée\u00a0: ${draft[name] || 'vide'})`}</span>
                )}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  )
}

type SectionProps = { title: string; intro?: string; children: ReactNode; preview?: ReactNode }

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

type FieldsProps = { form: SettingsFormState }

type Control = HTMLInputElement | HTMLTextAreaElement

function fieldProps({ draft, faults, change }: SettingsFormState, name: string) {
  return {
    label: name,
    ...settingsFields[name],
    name,
    value: draft[name] ?? '',
    error: faults[name],
    onChange: ({ target }: ChangeEvent<Control>) => change({ ...draft, [name]: target.value }),
    autoComplete: 'off',
  }
}

type PartSectionProps = FieldsProps & Omit<SectionProps, 'children'> & { part: string }

/** The settings under one path, or the one with it, each in a line of text. */
export function PartSection({ form, part, ...section }: PartSectionProps) {
  const names = Object.keys(settingsFields).filter((name) => name === part || name.startsWith(`${part}.`))
  return (
    <SettingsSection {...section}>
      {names.map((name) => (
        <TextField key={name} {...fieldProps(form, name)} />
      ))}
    </SettingsSection>
  )
}

type OfferFieldsProps = FieldsProps & {
  /** The first day on which the offer may end; if it is missing, the field may also be empty. */
  firstDay?: string
}

export function OfferFields({ form, firstDay }: OfferFieldsProps) {
  return (
    <>
      <TextField {...fieldProps(form, 'priceDh')} />
      <TextField
        {...fieldProps(form, 'premiumValidUntil')}
        {...(firstDay && { min: firstDay, hint: "Dernier jour d'accès de ceux qui paieront cette année." })}
      />
    </>
  )
}

type ExamFieldsProps = FieldsProps & {
  /** Dates of the previous year, by label, as a hint where a date is to be filled in. */
  before?: ReadonlyMap<string, string>
}

export function ExamFields({ form, before }: ExamFieldsProps) {
  const { draft, change, faults } = form
  const exams = listExams(draft)
  return (
    <>
      {exams.length === 0 && <p>Aucune date&nbsp;: la page d'accueil dit qu'elles seront annoncées.</p>}
      {exams.map(({ label, date }, at) => {
        const last = date === '' ? before?.get(label) : undefined
        return (
          // oxlint-disable-next-line react/no-array-index-key -- the fields are controlled, and rows have no other identity
          <div key={at} role="group" aria-label={`Examen ${at + 1}`} className={styles.exam}>
            <TextField {...fieldProps(form, `exams.${at}.label`)} label="Examen" />
            <TextField
              {...fieldProps(form, `exams.${at}.date`)}
              label="Date"
              type="date"
              hint={last && `L'an dernier\u00a0: ${formatCalendarDay(last)}.`}
            />
            <IconButton
              label={`Retirer l'examen ${at + 1}`}
              onClick={() => change(withExams(draft, exams.toSpliced(at, 1)))}
            >
              <Trash2 size={20} aria-hidden="true" />
            </IconButton>
          </div>
        )
      })}
      {faults['exams'] && <p className={styles.fault}>{faults['exams']}</p>}
      <div>
        <Button
          variant="secondary"
          Icon={Plus}
          onClick={() => change(withExams(draft, [...exams, { label: '', date: '' }]))}
        >
          Ajouter un examen
        </Button>
      </div>
    </>
  )
}

export function QuestionFields({ form: { draft, change } }: FieldsProps) {
  const name = 'acceptsQuestions'
  return (
    <Checkbox
      label={settingsFields[name]?.label ?? name}
      name={name}
      checked={draft[name] === 'true'}
      onChange={({ target }) => change({ ...draft, [name]: String(target.checked) })}
    />
  )
}

export function AnnouncementFields({ form }: FieldsProps) {
  const { draft, change } = form
  const proposeDays = ({ target }: ChangeEvent<Control>) =>
    change(proposeWeek({ ...draft, 'announcement.text': target.value }, moroccanToday()))
  return (
    <>
      <TextArea rows={3} {...fieldProps(form, 'announcement.text')} onChange={proposeDays} />
      <div className={styles.pair}>
        <TextField {...fieldProps(form, 'announcement.short')} />
        <TextField {...fieldProps(form, 'announcement.page')} />
      </div>
      <div className={styles.pair}>
        <TextField {...fieldProps(form, 'announcement.from')} />
        <TextField {...fieldProps(form, 'announcement.until')} />
      </div>
    </>
  )
}
