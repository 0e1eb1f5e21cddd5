import { Link } from 'react-router-dom'
import { chapterPath, paperPath } from '#shared/catalogue/page-path.ts'
import type { SubjectKey } from '#shared/catalogue/subjects.ts'
import { findTheme } from '#shared/catalogue/themes.ts'
import { findTrack } from '#shared/catalogue/tracks.ts'
import { usePageAnswer } from '#web/lib/api/use-page-answer.ts'
import { LinkCard, NeighbourNav } from '#web/ui/link-card.tsx'
import type { PaperChapter, PaperLinks } from './paper-links.ts'
import styles from './paper-page.module.css'
import { sessionText } from './paper-texts.ts'

/** Links the chapters of a paper's exercises, and neighbouring papers. The page is complete without them. */
export function RelatedPages({ paper }: { paper: SubjectKey }) {
  const { data: links } = usePageAnswer<PaperLinks>(paperPath(paper))
  if (!links) return null
  return (
    <>
      {/* oxlint-disable-next-line react/no-danger -- its authors' own HTML is text there (page-texts.test.ts) */}
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
