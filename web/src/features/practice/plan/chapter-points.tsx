import { useQuery } from '@tanstack/react-query'
import { ArrowRight, FileText, PlayCircle } from 'lucide-react'
import { Link } from 'react-router-dom'
import { chapterPath } from '#shared/catalogue/page-path.ts'
import { chapterTitle, findTrack, type TrackCode } from '#shared/catalogue/tracks.ts'
import { type NextStep, nextDocuments } from '#shared/domain/practice/next-documents.ts'
import type { ChapterPoints } from '#shared/domain/practice/score.ts'
import type { ChapterItem } from '#shared/entities/resource.ts'
import { withFrenchSpaces } from '#shared/writing/french-text.ts'
import { api, getChapter } from '#web/lib/api/api.ts'
import { useAccess } from '#web/lib/auth/auth-state.ts'
import { documentLabel, sizeText } from '#web/lib/documents/document-labels.ts'
import { isMarkable, useOpenDocument } from '#web/lib/documents/open-document.ts'
import { decimalText, pointsText } from '#web/lib/format.ts'
import { useMarks } from '#web/lib/progress/marks.ts'
import { Card, CardGrid } from '#web/ui/card.tsx'
import { Placeholder } from '#web/ui/loadable.tsx'
import styles from './revisions.module.css'

export function ChapterLosses({ track, points }: { track: TrackCode; points: readonly ChapterPoints[] }) {
  const lost = points.filter(({ possible, earned }) => possible > earned)
  const most = Math.max(...lost.map(({ possible }) => possible))
  return (
    <section aria-labelledby="pertes" className={styles.section}>
      <h2 id="pertes">Points perdus par chapitre</h2>
      <Card>
        {lost.length === 0 ? (
          <p>Aucun point perdu&nbsp;: rien à vous apprendre ici.</p>
        ) : (
          <table className={styles.losses}>
            <caption className="visually-hidden">
              Points perdus par chapitre, du plus coûteux au moins coûteux
            </caption>
            <thead className="visually-hidden">
              <tr>
                <th scope="col">Chapitre</th>
                <th scope="col">Points perdus</th>
              </tr>
            </thead>
            <tbody>
              {lost.map(({ theme, chapter, possible, earned }) => (
                <tr key={`${theme}/${chapter}`}>
                  <th scope="row">
                    <Link to={chapterPath(track, theme, chapter)}>{chapterTitle(track, theme, chapter)}</Link>
                  </th>
                  <td>
                    <span className={styles.numbers}>
                      <strong>{decimalText(round(possible - earned))}</strong> sur {decimalText(possible)}
                    </span>
                    <span aria-hidden="true" className={styles.bar} style={{ width: share(possible, most) }}>
                      <span className={styles.lost} style={{ width: share(possible - earned, possible) }} />
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Card>
    </section>
  )
}

function share(part: number, whole: number): string {
  return `${(part * 100) / whole}%`
}

function round(points: number): number {
  return Math.round(points * 100) / 100
}

export function WorkOnChapters({ track, points }: { track: TrackCode; points: readonly ChapterPoints[] }) {
  return (
    <section aria-labelledby="priorites" className={styles.section}>
      <h2 id="priorites">À travailler en priorité</h2>
      <CardGrid>
        {points.map((each) => (
          <ChapterCard key={`${each.theme}/${each.chapter}`} track={track} points={each} />
        ))}
      </CardGrid>
    </section>
  )
}

function ChapterCard({ track, points }: { track: TrackCode; points: ChapterPoints }) {
  const { theme, chapter, possible, earned } = points
  const access = useAccess()
  const marks = useMarks().ofChapter({ track, theme, chapter })
  const params = { track: findTrack(track).slug, theme, chapter: String(chapter) }
  const list = useQuery(api(getChapter).queryOptions({ params }))
  const open = list.data?.items.filter((item) => isMarkable(item, access))
  const left = open?.filter(({ id }) => marks.get(id)?.mark !== 'done')
  const path = chapterPath(track, theme, chapter)
  return (
    <Card>
      <div>
        <h3 className={styles.title}>{chapterTitle(track, theme, chapter)}</h3>
        <p className={styles.points}>
          {pointsText(Math.round((possible - earned) * 100) / 100)} perdus sur {decimalText(possible)}
        </p>
      </div>
      {list.isPending && <Placeholder lines={3} />}
      {open?.length === 0 && <p>Aucun document de ce chapitre n'est ouvert à votre compte.</p>}
      {open && open.length > 0 && left?.length === 0 && (
        <p>{withFrenchSpaces('Tout est fait : refaites un sujet de ce chapitre.')}</p>
      )}
      {left && left.length > 0 && <NextDocuments items={nextDocuments(left)} />}
      <Link to={path} className={styles.all}>
        Voir le chapitre
        <ArrowRight size={16} aria-hidden="true" />
      </Link>
    </Card>
  )
}

function NextDocuments({ items }: { items: readonly NextStep<ChapterItem>[] }) {
  const openDocument = useOpenDocument()
  return items.map(({ label, documents }) => (
    <div key={label}>
      <h4 className={styles.kind}>{label}</h4>
      <ul>
        {documents.map((item) => (
          <li key={item.id}>
            <button type="button" className={styles.document} onClick={() => openDocument(item)}>
              {item.type === 'pdf' ? <FileText aria-hidden="true" /> : <PlayCircle aria-hidden="true" />}
              <span>
                {documentLabel(item)}{' '}
                <span className="note">
                  {[`${item.year} ${item.session}`, sizeText(item)].filter(Boolean).join(' · ')}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  ))
}
