import type { SubjectDetails } from '#shared/entities/subject-details.ts'
import type { Access } from '#web/lib/auth/use-auth.ts'

type Paper = Pick<SubjectDetails, 'isFree' | 'hasCorrection' | 'hasVideo'>

/** Returns whether an account may read the correction after the examination; the server decides. */
export function opensCorrection({ isFree, hasCorrection }: Paper, access: Access): boolean {
  return hasCorrection && (isFree || access === 'premium')
}

/** Says before the examination what is open after it, and what is not. */
export function openAfterText(paper: Paper, access: Access): string {
  const { isFree, hasCorrection, hasVideo } = paper
  if (!hasCorrection && !hasVideo) return "Le corrigé de ce sujet n'est pas encore disponible."
  if (access === 'premium') return `À la fin, ${opening(paper)}.`
  if (!isFree) return `À la fin, avec Premium, ${opening(paper)}.`
  if (!hasCorrection) return `Le corrigé écrit n'est pas encore disponible ; ${LOCKED_VIDEO}.`
  return `À la fin, le corrigé s'ouvre, même sans Premium${hasVideo ? ` ; ${LOCKED_VIDEO}` : ''}.`
}

const LOCKED_VIDEO = 'la correction en vidéo est réservée aux comptes Premium'

function opening({ hasCorrection, hasVideo }: Paper): string {
  if (!hasVideo) return "le corrigé s'ouvre"
  if (!hasCorrection) return "la correction en vidéo s'ouvre ; le corrigé écrit n'est pas encore disponible"
  return "le corrigé et la correction en vidéo s'ouvrent"
}
