import { Link } from 'react-router-dom'
import { useOwnAnswer } from '#web/lib/api/page-content.ts'

/** Free documents to be tried before anything is paid; null where there are none. */
export type FreeSample = { paper: { path: string; title: string } | null; video: string | null }

/** The HTML of this page carries them. */
export const SAMPLES_PATH = '/premium'

const NONE: FreeSample = { paper: null, video: null }

export function FreeSamples() {
  const { paper, video } = useOwnAnswer(SAMPLES_PATH, NONE) ?? NONE
  if (!paper && !video) return null
  return (
    <p>
      À essayer d'abord, gratuitement et sans compte&nbsp;:{' '}
      {paper && <Link to={paper.path}>{paper.title}</Link>}
      {paper && video && ' et '}
      {video && (
        <>
          la vidéo <Link to="/videos-gratuites">{video}</Link>
        </>
      )}
      .
    </p>
  )
}
