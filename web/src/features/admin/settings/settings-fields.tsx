import { Plus, Trash2 } from 'lucide-react'
import type { ChangeEvent } from 'react'
import { formatCalendarDay } from '#web/lib/format.ts'
import { moroccanToday } from '#web/lib/settings.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Checkbox, TextArea, TextField } from '#web/ui/field.tsx'
import styles from './settings.module.css'
import { listExams, proposeWeek, withExams } from './settings-draft.ts'
import { settingsFields } from './settings-labels.ts'
import type { SettingsFormState } from './use-settings-form.ts'

type FieldsProps = { form: SettingsFormState }

type Control = HTMLInputElement | HTMLTextAreaElement

/** Connects a control with its field of the draft. */
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

/** The fields of a part of the settings, such as 'contact'. */
export function PartFields({ form, part }: FieldsProps & { part: string }) {
  return Object.keys(settingsFields)
    .filter((name) => name === part || name.startsWith(`${part}.`))
    .map((name) => <TextField key={name} {...fieldProps(form, name)} />)
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

/** The rows of the examinations, which can be added and removed. */
export function ExamFields({ form, before }: ExamFieldsProps) {
  const { draft, change, faults } = form
  const exams = listExams(draft)
  return (
    <>
      {exams.length === 0 && <p>Aucune date : la page d'accueil dit qu'elles seront annoncées.</p>}
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
              hint={last && `L'an dernier : ${formatCalendarDay(last)}.`}
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
