import { Link } from 'react-router-dom'
import { chapterPath } from '#shared/catalogue/page-path.ts'
import { chapterTitle } from '#shared/catalogue/themes.ts'
import type { TrackCode } from '#shared/catalogue/tracks.ts'
import type { ChapterPoints } from '#shared/domain/practice/score.ts'
import { decimalText } from '#web/lib/format/quantities.ts'
import { Card } from '#web/ui/card.tsx'
import styles from './chapter-losses.module.css'
import sections from './revisions.module.css'

/** Shows the points lost by chapter, most first, as bars, and as a table for screen readers. */
export function ChapterLosses({ track, points }: { track: TrackCode; points: readonly ChapterPoints[] }) {
  const lost = points.filter(({ possible, earned }) => possible > earned)
  const most = Math.max(...lost.map(({ possible }) => possible))
  return (
    <section aria-labelledby="pertes" className={sections.section}>
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
