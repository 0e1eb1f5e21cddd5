import { useQuery } from '@tanstack/react-query'
import { Download, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { paperPath } from '#shared/catalogue/page-path.ts'
import { SUBJECT_PARTS, subjectDocumentId } from '#shared/catalogue/subjects.ts'
import { EXAM_SESSIONS, TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { listBrokenDocuments } from '#shared/contract/admin/documents.ts'
import { rankOpenings } from '#shared/contract/admin/openings.ts'
import { listManagedSubjects } from '#shared/contract/admin/subjects.ts'
import { foldText } from '#shared/domain/fold-text.ts'
import type { ManagedSubject } from '#shared/entities/subject.ts'
import { api } from '#web/lib/api/api.ts'
import { withQueries } from '#web/lib/api/page-queries.tsx'
import { createCsv, saveCsv } from '#web/lib/csv-file.ts'
import { subjectsText } from '#web/lib/format.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Row, Stack } from '#web/ui/card.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { EmptyState, Loadable } from '#web/ui/loadable.tsx'
import { Table } from '#web/ui/table.tsx'
import styles from './subject-management.module.css'
import { documentsText, SubjectRow } from './subject-row.tsx'

export const SubjectManagement = withQueries(function SubjectManagement() {
  const subjects = useQuery(api(listManagedSubjects).queryOptions({}))
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <Stack>
      <Row>
        <h2 ref={heading} tabIndex={-1}>
          {subjects.data ? `Gestion des sujets (${subjects.data.items.length})` : 'Gestion des sujets'}
        </h2>
        <ButtonLink to="/sujets-bac/upload" Icon={Upload}>
          Téléverser un sujet
        </ButtonLink>
        <ButtonLink to="/admin/ressources" variant="secondary">
          Importer ou exporter (CSV)
        </ButtonLink>
      </Row>
      <Loadable of={subjects} error="Une erreur est survenue lors du chargement des sujets">
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

/** Knowledge about documents: the ids of broken ones, and the pages of papers that no one has opened for a year. */
type Known = { broken: ReadonlySet<string>; unopened: ReadonlySet<string> }
type Missing = { label: string; matches: (subject: ManagedSubject, known: Known) => boolean }

const missingParts = {
  fichier: { label: 'Sans fichier', matches: ({ hasFile }) => !hasFile },
  correction: { label: 'Sans corrigé', matches: ({ correction }) => correction === null },
  exercices: { label: 'Sans exercices confirmés', matches: ({ exercises }) => exercises.length === 0 },
  chapitre: {
    label: 'Un exercice sans chapitre',
    matches: ({ exercises }) => exercises.some(({ chapters }) => chapters.length === 0),
  },
  defaut: {
    label: 'Un document en défaut',
    matches: (subject, { broken }) =>
      SUBJECT_PARTS.some((part) => broken.has(subjectDocumentId(subject, part))),
  },
  'jamais-ouvert': {
    label: 'Jamais ouvert depuis un an',
    matches: (subject, { unopened }) => unopened.has(paperPath(subject)),
  },
} as const satisfies Record<string, Missing>

function isMissingPart(value: string): value is keyof typeof missingParts {
  return Object.hasOwn(missingParts, value)
}

type FilteredSubjectsProps = { subjects: readonly ManagedSubject[]; onDeleted: () => void }

function FilteredSubjects({ subjects, onDeleted }: FilteredSubjectsProps) {
  const [track, setTrack] = useState('')
  /** The chosen year, empty for all of them; null before a choice. */
  const [year, setYear] = useState<string | null>(null)
  const [search, setSearch] = useState('')
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
  // The list opens at the newest year, unless something else already says what is looked for.
  const isOpenEnded = search.trim() === '' && track === '' && missing === null
  const wantedYear = year ?? (isOpenEnded ? (years[0] ?? '') : '')
  // The last subject of the chosen year may have been deleted.
  const chosenYear = years.includes(wantedYear) ? wantedYear : ''
  const words = foldText(search).split(/\s+/)
  const shown = subjects
    .filter((subject) => (!track || subject.track === track) && (!chosenYear || subject.year === chosenYear))
    .filter((subject) => words.every((word) => searchedText(subject).includes(word)))
    .filter((subject) => missing === null || missingParts[missing].matches(subject, known))
    .toSorted(byYearTrackAndSession)
  const filters = [
    { label: 'Filière', choices: TRACK_CODES, value: track, choose: setTrack },
    { label: 'Année', choices: years, value: chosenYear, choose: setYear },
  ]
  return (
    <>
      <form role="search" aria-label="Filtrer les sujets" className={styles.filters}>
        <TextField
          label="Rechercher"
          type="search"
          autoComplete="off"
          placeholder="Année, filière, titre d'un exercice"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        {filters.map(({ choose, ...field }) => (
          <SelectField key={field.label} {...field} onChange={({ target }) => choose(target.value)}>
            <option value="">Toutes</option>
          </SelectField>
        ))}
        <SelectField
          label="Afficher"
          value={missing ?? ''}
          choices={Object.fromEntries(
            Object.entries(missingParts).map(([value, { label }]) => [value, label]),
          )}
          onChange={({ target }) => setParams(target.value === '' ? {} : { manque: target.value })}
        >
          <option value="">Tous les sujets</option>
        </SelectField>
        <Button variant="secondary" Icon={Download} onClick={() => void saveSubjects(shown)}>
          Liste (CSV)
        </Button>
        <p role="status" className={styles.count}>
          {subjectsText(shown.length, subjects.length) + withoutExercisesText(shown)}
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

function searchedText({ track, year, session, exercises }: ManagedSubject): string {
  return foldText([track, year, session, ...exercises.map(({ title }) => title)].join(' '))
}

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

/** Sorts the newest year first, then tracks and sessions in the order of the students' tables. */
function byYearTrackAndSession(one: ManagedSubject, other: ManagedSubject): number {
  return (
    Number(other.year) - Number(one.year) ||
    TRACK_CODES.indexOf(one.track) - TRACK_CODES.indexOf(other.track) ||
    EXAM_SESSIONS.indexOf(one.session) - EXAM_SESSIONS.indexOf(other.session)
  )
}

/** ', dont 96 sans exercices confirmés' */
function withoutExercisesText(subjects: readonly ManagedSubject[]): string {
  const count = subjects.filter(({ exercises }) => exercises.length === 0).length
  return count === 0 ? '' : `, dont ${count} sans exercices confirmés`
}
