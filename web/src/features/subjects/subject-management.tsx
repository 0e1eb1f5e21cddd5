import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, ListOrdered, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { partLabels } from '#shared/catalogue/document-labels.ts'
import { subjectTitle } from '#shared/catalogue/subjects.ts'
import { EXAM_SESSIONS, TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { listBrokenDocuments } from '#shared/contract/admin/documents.ts'
import { rankOpenings } from '#shared/contract/admin/openings.ts'
import { deleteSubject, listManagedSubjects } from '#shared/contract/admin/subjects.ts'
import type { ManagedSubject } from '#shared/entities/subject.ts'
import { withFrenchSpaces } from '#shared/writing/french-spaces.ts'
import { api } from '#web/lib/api/api.ts'
import { withQueries } from '#web/lib/api/page-queries.tsx'
import { createCsv, saveCsv } from '#web/lib/csv-file.ts'
import { showToast } from '#web/lib/toast.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { EmptyState, Loadable } from '#web/ui/loadable.tsx'
import { Row, Stack } from '#web/ui/stack.tsx'
import { Table } from '#web/ui/table.tsx'
import { isMissingPart, missingParts } from './missing-parts.ts'
import { SubjectDialog } from './subject-dialog.tsx'
import styles from './subject-management.module.css'

const texts = {
  loadFailed: 'Une erreur est survenue lors du chargement des sujets',
  confirm: 'Êtes-vous sûr de vouloir supprimer ce sujet ?',
  deleted: 'Sujet supprimé avec succès',
  deleteFailed: 'Une erreur est survenue lors de la suppression du sujet',
}

/** Lists every stored subject and deletes it; `upload` leads to the form for new ones. */
export const SubjectManagement = withQueries(function SubjectManagement({ upload }: { upload: ReactNode }) {
  const subjects = useQuery(api(listManagedSubjects).queryOptions({}))
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <Stack>
      <Row>
        <h2 ref={heading} tabIndex={-1} className={styles.heading}>
          Gestion des sujets{subjects.data && ` (${subjects.data.items.length})`}
        </h2>
        {upload}
        <ButtonLink to="/admin/ressources" variant="secondary">
          Importer ou exporter (CSV)
        </ButtonLink>
      </Row>
      <Loadable of={subjects} error={texts.loadFailed}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState>Aucun sujet enregistré.</EmptyState>
          ) : (
            <FilteredSubjects
              subjects={items}
              // The button that had the focus disappears with its row.
              onDeleted={() => heading.current?.focus({ preventScroll: true })}
            />
          )
        }
      </Loadable>
    </Stack>
  )
})

type FilteredSubjectsProps = { subjects: readonly ManagedSubject[]; onDeleted: () => void }

function FilteredSubjects({ subjects, onDeleted }: FilteredSubjectsProps) {
  const [track, setTrack] = useState('')
  const [year, setYear] = useState('')
  const [params, setParams] = useSearchParams()
  const wanted = params.get('manque') ?? ''
  const missing = isMissingPart(wanted) ? wanted : null
  const broken = useQuery({ ...api(listBrokenDocuments).queryOptions({}), enabled: missing === 'defaut' })
  const openings = useQuery({
    ...api(rankOpenings).queryOptions({ query: { days: 365 } }),
    enabled: missing === 'jamais-ouvert',
  })
  const known = {
    broken: new Set(broken.data?.items.map(({ id }) => id)),
    unopened: new Set(openings.data?.papers.unopened.map(({ path }) => path)),
  }
  const years = [...new Set(subjects.map((subject) => subject.year))].toSorted().toReversed()
  // The last subject of the chosen year may have been deleted.
  const chosenYear = years.includes(year) ? year : ''
  const shown = subjects
    .filter((subject) => (!track || subject.track === track) && (!chosenYear || subject.year === chosenYear))
    .filter((subject) => missing === null || missingParts[missing].matches(subject, known))
    .toSorted(byYearTrackAndSession)
  return (
    <>
      <form role="search" aria-label="Filtrer les sujets" className={styles.filters}>
        <FilterField label="Filière" choices={TRACK_CODES} value={track} onChange={setTrack} />
        <FilterField label="Année" choices={years} value={chosenYear} onChange={setYear} />
        <SelectField
          label="Afficher"
          value={missing ?? ''}
          onChange={({ target }) => setParams(target.value === '' ? {} : { manque: target.value })}
        >
          <option value="">Tous les sujets</option>
          {Object.entries(missingParts).map(([value, { label }]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <Button variant="secondary" onClick={() => void saveSubjects(shown)}>
          <Download size={18} aria-hidden="true" />
          Liste (CSV)
        </Button>
        <p role="status" className={styles.count}>
          {countText(shown.length, subjects.length)}
          {withoutExercisesText(shown)}
        </p>
      </form>
      {shown.length === 0 ? (
        <EmptyState>Aucun sujet ne correspond à ces filtres.</EmptyState>
      ) : (
        <Table
          caption="Sujets enregistrés"
          columns={['Filière', 'Année', 'Session', 'Documents', 'Actions']}
          compact
        >
          {shown.map((subject) => (
            <SubjectRow key={subject.id} subject={subject} onDeleted={onDeleted} />
          ))}
        </Table>
      )}
    </>
  )
}

/** Saves the rows that are shown. */
async function saveSubjects(subjects: readonly ManagedSubject[]): Promise<void> {
  const rows = subjects.map((subject) => [
    subject.track,
    subject.year,
    subject.session,
    documentsText(subject),
    String(subject.exercises.length),
  ])
  saveCsv('sujets.csv', await createCsv(['Filière', 'Année', 'Session', 'Documents', 'Exercices'], rows))
}

type FilterFieldProps = {
  label: string
  choices: readonly string[]
  value: string
  onChange: (value: string) => void
}

function FilterField({ label, choices, value, onChange }: FilterFieldProps) {
  return (
    <SelectField label={label} value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">Toutes</option>
      {choices.map((choice) => (
        <option key={choice}>{choice}</option>
      ))}
    </SelectField>
  )
}

/** Sorts the newest year first, then tracks and sessions in the order of the students' tables. */
function byYearTrackAndSession(one: ManagedSubject, other: ManagedSubject): number {
  return (
    Number(other.year) - Number(one.year) ||
    TRACK_CODES.indexOf(one.track) - TRACK_CODES.indexOf(other.track) ||
    EXAM_SESSIONS.indexOf(one.session) - EXAM_SESSIONS.indexOf(other.session)
  )
}

/** '3 sujets sur 108', or '1 sujet' when there are no others. */
function countText(shown: number, all: number): string {
  const subjects = `${shown} ${shown < 2 ? 'sujet' : 'sujets'}`
  return shown === all ? subjects : `${subjects} sur ${all}`
}

/** ', dont 96 sans exercices confirmés' */
function withoutExercisesText(subjects: readonly ManagedSubject[]): string {
  const count = subjects.filter(({ exercises }) => exercises.length === 0).length
  return count === 0 ? '' : `, dont ${count} sans exercices confirmés`
}

/** 'Sujet gratuit, Corrigé' */
function documentsText({ isFree, correction, video }: ManagedSubject): string {
  return [
    isFree ? `${partLabels.statement} gratuit` : partLabels.statement,
    correction !== null && partLabels.correction,
    video !== null && partLabels.video,
  ]
    .filter(Boolean)
    .join(', ')
}

function SubjectRow({ subject, onDeleted }: { subject: ManagedSubject; onDeleted: () => void }) {
  const { id, track, year, session } = subject
  const [isAsking, setIsAsking] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const { mutate, isPending } = useMutation({
    ...api(deleteSubject).mutationOptions(),
    onSuccess: () => {
      onDeleted()
      showToast({ kind: 'success', text: texts.deleted })
    },
    onError: () => showToast({ kind: 'error', text: texts.deleteFailed }),
  })
  return (
    <tr aria-busy={isPending}>
      <th scope="row" className={styles.title} data-rest={`${year} ${session}`}>
        {track}
      </th>
      <td data-label="Année" className={styles.inTitle}>
        {year}
      </td>
      <td data-label="Session" className={styles.inTitle}>
        {session}
      </td>
      <td data-label="Documents">{documentsText(subject)}</td>
      <td data-label="Actions" className={styles.actions}>
        <Row>
          <Button variant="secondary" onClick={() => setEditing(true)}>
            <Pencil size={18} aria-hidden="true" />
            Modifier
          </Button>
          <ButtonLink to={`/admin/sujets/${id}/exercices`} variant="secondary">
            <ListOrdered size={18} aria-hidden="true" />
            Exercices{subject.exercises.length > 0 && ` (${subject.exercises.length})`}
          </ButtonLink>
          <Button variant="danger" disabled={isPending} onClick={() => setIsAsking(true)}>
            <Trash2 size={18} aria-hidden="true" />
            {isPending ? 'Suppression...' : 'Supprimer'}
          </Button>
        </Row>
        {isEditing && <SubjectDialog subject={subject} onClose={() => setEditing(false)} />}
        {isAsking && (
          <ConfirmDialog
            title="Supprimer le sujet"
            confirm="Supprimer"
            onConfirm={() => mutate({ params: { id } })}
            onClose={() => setIsAsking(false)}
          >
            <p>{withFrenchSpaces(texts.confirm)}</p>
            <p>{subjectTitle(subject)}</p>
          </ConfirmDialog>
        )}
      </td>
    </tr>
  )
}
