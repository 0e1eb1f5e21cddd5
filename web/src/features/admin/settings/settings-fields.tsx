import { Plus, Trash2 } from 'lucide-react'
import type { ChangeEvent } from 'react'
import { tracks } from '#shared/catalogue/tracks.ts'
import { formatCalendarDay } from '#web/lib/format/dates.ts'
import { moroccanToday } from '#web/lib/settings.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Checkbox, TextArea, TextField } from '#web/ui/field.tsx'
import styles from './settings.module.css'
import { listExams, proposeWeek, withExams } from './settings-draft.ts'
import { settingsLabels } from './settings-labels.ts'
import type { SettingsFormState } from './use-settings-form.ts'

type FieldsProps = { form: SettingsFormState }

type Control = HTMLInputElement | HTMLTextAreaElement

/** Wires a control to its field of the draft. */
function fieldProps({ draft, faults, change }: SettingsFormState, name: string) {
  return {
    label: settingsLabels[name] ?? name,
    name,
    value: draft[name] ?? '',
    error: faults[name],
    onChange: ({ target }: ChangeEvent<Control>) => change({ ...draft, [name]: target.value }),
    autoComplete: 'off',
  }
}

type OfferFieldsProps = FieldsProps & {
  /** The first day on which the offer may end; if it is missing, the field may also be empty. */
  firstDay?: string
}

export function OfferFields({ form, firstDay }: OfferFieldsProps) {
  return (
    <>
      <TextField {...fieldProps(form, 'priceDh')} inputMode="numeric" hint="En dirhams, payé une fois." />
      <TextField
        {...fieldProps(form, 'premiumValidUntil')}
        type="date"
        min={firstDay}
        hint={
          firstDay === undefined
            ? "Dernier jour d'accès. Passé ce jour, l'offre n'est plus vendue. Vide : accès sans fin."
            : "Dernier jour d'accès de ceux qui paieront cette année."
        }
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
          onClick={() => change(withExams(draft, [...exams, { label: '', date: '' }]))}
        >
          <Plus size={18} aria-hidden="true" />
          Ajouter un examen
        </Button>
      </div>
    </>
  )
}

export function MockExamFields({ form }: FieldsProps) {
  return tracks.map(({ code }) => (
    <TextField key={code} {...fieldProps(form, `mockExamMinutes.${code}`)} inputMode="numeric" />
  ))
}

export function InboxFields({ form }: FieldsProps) {
  return (
    <TextField
      {...fieldProps(form, 'inboxFolder')}
      hint="L'adresse ou l'identifiant d'un dossier, partagé en lecture avec le compte de service que montre le tableau de bord."
    />
  )
}

export function QuestionFields({ form: { draft, change } }: FieldsProps) {
  const name = 'acceptsQuestions'
  return (
    <Checkbox
      label={settingsLabels[name] ?? name}
      name={name}
      checked={draft[name] === 'true'}
      onChange={({ target }) => change({ ...draft, [name]: String(target.checked) })}
    />
  )
}

export function AnnouncementFields({ form }: FieldsProps) {
  const { label, error, ...rest } = fieldProps(form, 'announcement.text')
  const { draft, change } = form
  const proposeDays = ({ target }: ChangeEvent<Control>) =>
    change(proposeWeek({ ...draft, 'announcement.text': target.value }, moroccanToday()))
  return (
    <>
      <TextArea
        label={label}
        error={error}
        hint="Une ou deux phrases. Vide : aucune annonce."
        rows={3}
        {...rest}
        onChange={proposeDays}
      />
      <div className={styles.pair}>
        <TextField {...fieldProps(form, 'announcement.short')} hint="40 caractères, sur une ligne." />
        <TextField {...fieldProps(form, 'announcement.page')} hint="Par exemple /premium." />
      </div>
      <div className={styles.pair}>
        <TextField {...fieldProps(form, 'announcement.from')} type="date" />
        <TextField {...fieldProps(form, 'announcement.until')} type="date" />
      </div>
    </>
  )
}

export function ContactFields({ form }: FieldsProps) {
  return (
    <>
      <TextField {...fieldProps(form, 'contact.email')} type="email" />
      <TextField {...fieldProps(form, 'contact.phone')} type="tel" />
      <TextField
        {...fieldProps(form, 'contact.whatsapp')}
        inputMode="numeric"
        hint="Indicatif du pays et numéro, chiffres seulement : 212600000000."
      />
      <TextField {...fieldProps(form, 'contact.socialUrl')} type="url" />
      <TextField {...fieldProps(form, 'contact.availability')} />
    </>
  )
}

export function PaymentFields({ form }: FieldsProps) {
  return (
    <>
      <TextField {...fieldProps(form, 'payment.bank.name')} />
      <TextField {...fieldProps(form, 'payment.bank.holder')} />
      <TextField {...fieldProps(form, 'payment.bank.account')} />
      <TextField {...fieldProps(form, 'payment.agencies.0')} />
      <TextField {...fieldProps(form, 'payment.agencies.1')} />
    </>
  )
}

export function ClaimFields({ form }: FieldsProps) {
  return (
    <>
      <TextField {...fieldProps(form, 'claims.subjects')} inputMode="numeric" />
      <TextField {...fieldProps(form, 'claims.resources')} inputMode="numeric" />
      <TextField {...fieldProps(form, 'claims.yearsOfExperience')} inputMode="numeric" />
    </>
  )
}

export function PrivacyFields({ form }: FieldsProps) {
  return (
    <>
      <TextField
        {...fieldProps(form, 'privacy.controller')}
        hint="La personne ou la société qui répond des données des élèves."
      />
      <TextField {...fieldProps(form, 'privacy.address')} />
      <TextField
        {...fieldProps(form, 'privacy.contact')}
        type="email"
        hint="Sans elle, la page Confidentialité donne l'e-mail de contact du site."
      />
      <TextField {...fieldProps(form, 'privacy.authority')} />
      <TextField
        {...fieldProps(form, 'privacy.declaration')}
        hint="Numéro du récépissé de la déclaration à la CNDP, s'il y en a un."
      />
      <TextField
        {...fieldProps(form, 'privacy.transfer')}
        hint="Les données sont conservées en France : la CNDP demande, après la déclaration, une demande de transfert à l'étranger. Numéro de son récépissé, s'il y en a un."
      />
    </>
  )
}
