import { queryOptions, useQuery } from '@tanstack/react-query'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import { paperPath } from '#shared/catalogue/page-path.ts'
import type { SubjectKey } from '#shared/catalogue/subjects.ts'
import { findTheme } from '#shared/catalogue/themes.ts'
import { findTrack } from '#shared/catalogue/tracks.ts'
import { fetchPageAnswer } from '#web/lib/api/page-answer.ts'
import { classNames } from '#web/ui/class-names.ts'
import type { PaperChapter, PaperLinks } from './paper-links.ts'
import { sessionText } from './paper-texts.ts'
import styles from './related-pages.module.css'

/** The answer stands in the page of the paper, which is fetched where the browser came to it by a link of the site. */
export function paperLinksOptions(paper: SubjectKey) {
  const path = paperPath(paper)
  return queryOptions<PaperLinks>({
    queryKey: [path, {}],
    queryFn: ({ signal }) => fetchPageAnswer<PaperLinks>(path, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The chapters that a paper's exercises belong to, and the papers around it. Without them the page is complete. */
export function RelatedPages({ paper }: { paper: SubjectKey }) {
  const { data: links } = useQuery(paperLinksOptions(paper))
  if (!links) return null
  return (
    <>
      {links.chapters.length > 0 && <Chapters paper={paper} chapters={links.chapters} />}
      {links.sameYear.length > 0 && <SameYear paper={paper} papers={links.sameYear} />}
      <Neighbours {...links} />
    </>
  )
}

type ChaptersProps = { paper: SubjectKey; chapters: readonly PaperChapter[] }

/** Leads to each chapter, narrowed to the resources of this paper. */
function Chapters({ paper: { track, year, session }, chapters }: ChaptersProps) {
  const filters = new URLSearchParams({ annee: year, session }).toString()
  return (
    <section aria-labelledby="chapitres" className={styles.section}>
      <h2 id="chapitres">Ce sujet, chapitre par chapitre</h2>
      <ul className={styles.chapters}>
        {chapters.map(({ theme: slug, chapter, documents }) => {
          const theme = findTheme(track, slug)
          return (
            <li key={`${slug}/${chapter}`}>
              <Link to={`/${findTrack(track).slug}/${slug}/${chapter}?${filters}`} className={styles.link}>
                <span className={styles.text}>
                  <span className={styles.detail}>{theme?.title}</span>
                  <span className={styles.title}>{theme?.chapters[chapter - 1]}</span>
                  <span className={styles.detail}>{documents.join(' · ')}</span>
                </span>
                <ArrowRight size={20} aria-hidden="true" />
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Leads to the papers of other tracks. */
function SameYear({ paper: { year }, papers }: { paper: SubjectKey; papers: readonly SubjectKey[] }) {
  return (
    <section aria-labelledby="filieres" className={styles.section}>
      <h2 id="filieres">Bac {year}, autres filières</h2>
      <ul className={styles.papers}>
        {papers.map((paper) => (
          <li key={paperPath(paper)} data-track={paper.track}>
            <Link to={paperPath(paper)} className={styles.paper}>
              {findTrack(paper.track).label}, {sessionText(paper)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Neighbours({ previous, next }: Pick<PaperLinks, 'previous' | 'next'>) {
  return (
    <nav aria-label="Sujets voisins" className={styles.nav}>
      {previous && <Neighbour paper={previous} rel="prev" />}
      {next && <Neighbour paper={next} rel="next" />}
    </nav>
  )
}

function Neighbour({ paper, rel }: { paper: SubjectKey; rel: 'prev' | 'next' }) {
  const isNext = rel === 'next'
  const Arrow = isNext ? ArrowRight : ArrowLeft
  return (
    <Link to={paperPath(paper)} rel={rel} className={classNames(styles.link, isNext && styles.next)}>
      <Arrow size={20} aria-hidden="true" />
      <span className={styles.text}>
        <span className={styles.detail}>{isNext ? 'Sujet suivant' : 'Sujet précédent'}</span>
        <span className={styles.title}>
          Bac {paper.track} {paper.year}, {sessionText(paper)}
        </span>
      </span>
    </Link>
  )
}
