import { Link } from 'react-router-dom'
import { chapterPath, paperPath } from '#shared/catalogue/page-path.ts'
import { kindLabel, type SubjectKey } from '#shared/catalogue/subjects.ts'
import {
  EXAM_SESSIONS,
  findTheme,
  findTrack,
  listThemes,
  type ThemeSlug,
  TRACK_CODES,
} from '#shared/catalogue/tracks.ts'
import type { PublishedContent } from '#shared/contract/published-content.ts'
import { usePageAnswer } from '#web/lib/api/page-queries.tsx'
import { LinkCard, NeighbourNav } from '#web/ui/link-card.tsx'
import styles from './paper-page.module.css'
import { sessionText } from './paper-texts.ts'

/** Links the chapters of a paper's exercises, and neighbouring papers. The page is complete without them. */
export function RelatedPages({ paper }: { paper: SubjectKey }) {
  const { data: links } = usePageAnswer<PaperLinks>(paperPath(paper))
  if (!links) return null
  return (
    <>
      {/* oxlint-disable-next-line react/no-danger -- its authors' own HTML is text there (page-answers.test.ts) */}
      <section dangerouslySetInnerHTML={{ __html: links.answers }} />
      {links.chapters.length > 0 && <Chapters paper={paper} chapters={links.chapters} />}
      {links.sameYear.length > 0 && <SameYear paper={paper} papers={links.sameYear} />}
      <NeighbourNav
        label="Sujets voisins"
        previous={neighbour('Sujet précédent', links.previous)}
        next={neighbour('Sujet suivant', links.next)}
      />
    </>
  )
}

type ChaptersProps = { paper: SubjectKey; chapters: readonly PaperChapter[] }

function Chapters({ paper: { track, year, session }, chapters }: ChaptersProps) {
  const filters = new URLSearchParams({ annee: year, session })
  return (
    <section aria-labelledby="chapitres" className={styles.section}>
      <h2 id="chapitres">Ce sujet, chapitre par chapitre</h2>
      <ul className={styles.relatedChapters}>
        {chapters.map(({ theme: slug, chapter, documents }) => {
          const theme = findTheme(track, slug)
          return (
            <li key={slug + chapter}>
              <LinkCard
                to={`${chapterPath(track, slug, chapter)}?${filters}`}
                title={theme?.chapters[chapter - 1] as string}
                detail={theme?.title}
                contents={documents.join(' · ')}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function SameYear({ paper: { year }, papers }: { paper: SubjectKey; papers: readonly SubjectKey[] }) {
  return (
    <section aria-labelledby="filieres" className={styles.section}>
      <h2 id="filieres">{`Bac ${year}, autres filières`}</h2>
      <ul className={styles.papers}>
        {papers.map((paper) => (
          <li key={paperPath(paper)} data-track={paper.track}>
            <Link to={paperPath(paper)} className={styles.paper}>
              {`${findTrack(paper.track).label}, ${sessionText(paper)}`}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function neighbour(direction: string, paper: SubjectKey | null) {
  return (
    paper && {
      to: paperPath(paper),
      title: `Bac ${paper.track} ${paper.year}, ${sessionText(paper)}`,
      detail: direction,
    }
  )
}

/** A chapter with resources that were taken from a paper; `documents` names them: 'Énoncé', 'Corrigé vidéo'. */
type PaperChapter = { theme: ThemeSlug; chapter: number; documents: string[] }

/** The links of a paper's page. The page itself carries them, since no list of the API has all of them. */
export type PaperLinks = {
  /** The next older paper of the same track. */
  previous: SubjectKey | null
  next: SubjectKey | null
  /** Papers of the same year in other tracks. */
  sameYear: SubjectKey[]
  chapters: PaperChapter[]
  /** HTML of the published answers to questions of students; empty where there is none. */
  answers: string
}

export function findPaperLinks(
  paper: SubjectKey,
  { subjects, chapters }: Pick<PublishedContent, 'subjects' | 'chapters'>,
): Omit<PaperLinks, 'answers'> {
  const papers = subjects.map(({ track, year, session }) => ({ track, year, session })).toSorted(byDate)
  const track = papers.filter((each) => each.track === paper.track)
  const at = track.findIndex((each) => byDate(each, paper) === 0)
  const isTaken = ({ year, session }: { year: string; session: string }) =>
    year === paper.year && session === paper.session
  return {
    previous: track[at - 1] ?? null,
    next: track[at + 1] ?? null,
    sameYear: papers.filter((each) => each.year === paper.year && each.track !== paper.track),
    chapters: listThemes(paper.track).flatMap((theme) =>
      theme.chapters.flatMap((_title, index) => {
        const items = chapters[`${paper.track}/${theme.slug}/${index + 1}`] ?? []
        const taken = items.filter((item) => item.available && isTaken(item))
        const documents = taken.map(kindLabel)
        return taken.length === 0
          ? []
          : [{ theme: theme.slug, chapter: index + 1, documents: [...new Set(documents)] }]
      }),
    ),
  }
}

/** Sorts the oldest first; within a year by track, and the normal session before the other. */
function byDate(one: SubjectKey, other: SubjectKey): number {
  return (
    one.year.localeCompare(other.year) ||
    TRACK_CODES.indexOf(one.track) - TRACK_CODES.indexOf(other.track) ||
    EXAM_SESSIONS.indexOf(one.session) - EXAM_SESSIONS.indexOf(other.session)
  )
}
