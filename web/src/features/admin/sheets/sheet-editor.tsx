import { useQuery } from '@tanstack/react-query'
import { type FormEvent, Suspense, useDeferredValue, useRef } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router-dom'
import { getStoredSheet } from '#shared/contract/admin/sheets.ts'
import { MAX_SHEET_LENGTH, type ManagedSheet } from '#shared/entities/sheet.ts'
import { withFrenchSpaces } from '#shared/writing/french-text.ts'
import { api } from '#web/lib/api/api.ts'
import { failureText, refusalCodeOf } from '#web/lib/api/failure.ts'
import { optionalComponent } from '#web/lib/loading/lazy-component.tsx'
import { formatMoment } from '#web/lib/moments.ts'
import { Button } from '#web/ui/button.tsx'
import { Row, Stack } from '#web/ui/card.tsx'
import { useWarningBeforeLeaving } from '#web/ui/checked-form.tsx'
import { ConfirmButton } from '#web/ui/dialog-button.tsx'
import { useReturningFocus } from '#web/ui/disclosure.ts'
import { Field } from '#web/ui/field.tsx'
import { Loadable } from '#web/ui/loadable.tsx'
import { Alert } from '#web/ui/status.tsx'
import { insertPart, lineAt, SHEET_PARTS, type SheetPart, useSheetDraft } from './sheet-draft.ts'
import type { SheetPlace } from './sheet-place.ts'
import styles from './sheets.module.css'

/** The server writes the HTML that is published, so that only the owner who previews it loads the renderer. */
const TextPreview = optionalComponent(
  async () => (await import('../text-preview.tsx')).TextPreview,
  () => <p>Aperçu indisponible.</p>,
)

/** Characters that are left when their number is shown. */
const FEW_LEFT = 2_000

export function SheetEditor({ place }: { place: SheetPlace }) {
  const { track, title, page, params } = place
  const sheet = useQuery(api(getStoredSheet).queryOptions({ params }))
  return (
    <Stack>
      <p className={styles.places}>
        <Link to={`?filiere=${track.code}`}>Toutes les fiches</Link>
        <Link to={`${page}#fiche`}>Page du chapitre</Link>
      </p>
      <h2>{`Fiche\u00a0: ${title} (${track.label})`}</h2>
      <Loadable of={sheet} error="Erreur lors du chargement de la fiche">
        {(stored) => <SheetForm place={place} stored={stored} />}
      </Loadable>
    </Stack>
  )
}

function SheetForm({ place, stored }: { place: SheetPlace; stored: ManagedSheet }) {
  const { text, isTyped, type, other, keepOwn, takeOther, saving, save } = useSheetDraft(place, stored)
  const shown = useDeferredValue(text)
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  useReturningFocus(form, saving.isPending)
  useWarningBeforeLeaving(isTyped)
  const select = ({ start, end }: { start: number; end: number }) => {
    field.current?.focus()
    field.current?.setSelectionRange(start, end)
  }
  const insert = (part: SheetPart) => {
    const { selectionStart: start = text.length, selectionEnd: end = text.length } = field.current ?? {}
    const inserted = insertPart({ text, start, end }, part)
    // The text is there before a part of it is selected.
    flushSync(() => type(inserted.text))
    select(inserted)
  }
  const isEmpty = text.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save(text)
  }
  const left = MAX_SHEET_LENGTH - text.length
  const isRefused = refusalCodeOf(saving.error) === 'CONFLICT'
  return (
    <form ref={form} noValidate onSubmit={submit} aria-busy={saving.isPending}>
      <fieldset disabled={saving.isPending} className={styles.form}>
        {other && <OtherText other={other} onKeepOwn={keepOwn} onTakeOther={takeOther} />}
        <div className={styles.workplace}>
          <div className={styles.writing}>
            <div role="toolbar" aria-label="Insérer" className={styles.parts}>
              {SHEET_PARTS.map((part) => (
                <Button key={part.label} variant="secondary" onClick={() => insert(part)}>
                  {part.label}
                </Button>
              ))}
            </div>
            <Field
              label="Texte de la fiche"
              hint={
                left > FEW_LEFT
                  ? "Une formule s'écrit entre deux $\u00a0: $v = \\lambda f$. Une ligne vide sépare deux paragraphes."
                  : `${left} caractères restants`
              }
            >
              {(props) => (
                <textarea
                  {...props}
                  ref={field}
                  rows={12}
                  maxLength={MAX_SHEET_LENGTH}
                  value={text}
                  onChange={({ target }) => type(target.value)}
                />
              )}
            </Field>
            {saving.error && !isRefused && (
              <Alert kind="error">{`La fiche n'a pas été publiée. ${failureText(saving.error, '')}`}</Alert>
            )}
            <Row>
              <Button type="submit" disabled={!isTyped || isEmpty || other !== null}>
                {saving.isPending ? 'Publication en cours...' : 'Publier la fiche'}
              </Button>
              <Button variant="secondary" disabled={isEmpty} onClick={() => window.print()}>
                Imprimer
              </Button>
            </Row>
            <p tabIndex={-1} role="status" className={styles.state}>
              {stateText(stored, isTyped)}
            </p>
          </div>
          <section aria-label="Aperçu" className={styles.preview}>
            {shown.trim() !== '' && (
              <Suspense fallback={<p>Chargement en cours...</p>}>
                <TextPreview
                  markdown={shown}
                  title={withFrenchSpaces(`Fiche de révision : ${place.title}`)}
                  onLine={(line) => select(lineAt(text, line))}
                />
              </Suspense>
            )}
          </section>
        </div>
        {stored.version !== null && (
          <div className={styles.removal}>
            <ConfirmButton
              variant="danger"
              title="Retirer la fiche"
              confirm="Retirer"
              onConfirm={() => save('')}
              question={<p>Elle ne paraîtra plus sur la page du chapitre. Le journal garde son texte.</p>}
            >
              Retirer la fiche
            </ConfirmButton>
          </div>
        )}
      </fieldset>
    </form>
  )
}

function stateText({ updatedAt }: ManagedSheet, isTyped: boolean): string {
  if (isTyped) return 'Texte non publié\u00a0; ce navigateur le garde.'
  return updatedAt === null
    ? "Ce chapitre n'a pas encore de fiche."
    : `Publiée ${formatMoment(updatedAt)}. La page suit en moins d'une minute.`
}

type OtherTextProps = { other: ManagedSheet; onKeepOwn: () => void; onTakeOther: () => void }

function OtherText({ other, onKeepOwn, onTakeOther }: OtherTextProps) {
  return (
    <Alert kind="error">
      <p>
        Cette fiche a été {other.version === null ? 'retirée' : 'modifiée'} ailleurs pendant votre saisie.
        Votre texte est gardé.
      </p>
      {other.version !== null && (
        <details>
          <summary>Lire l'autre texte</summary>
          <p className={styles.other}>{other.markdown}</p>
        </details>
      )}
      <Row>
        <Button onClick={onKeepOwn}>Garder mon texte</Button>
        <Button variant="secondary" onClick={onTakeOther}>
          {other.version === null ? 'Abandonner mon texte' : "Prendre l'autre texte"}
        </Button>
      </Row>
    </Alert>
  )
}
