import type { SubjectKey } from '#shared/catalogue/subjects.ts'
import { type ExamSession, findTrack } from '#shared/catalogue/tracks.ts'
import type { SubjectItem } from '#shared/entities/subject.ts'

const SESSIONS: Record<ExamSession, string> = {
  Normale: 'session normale',
  Rattrapage: 'session de rattrapage',
}

/** 'session de rattrapage' */
export function sessionText({ session }: Pick<SubjectKey, 'session'>): string {
  return SESSIONS[session]
}

/** Returns the title for readers outside the site: 'Bac SM 2023 physique-chimie, rattrapage : sujet et corrigé'. */
export function paperTitle(paper: SubjectItem): string {
  const { track, year, session } = paper
  const name = session === 'Normale' ? sessionText(paper) : session.toLowerCase()
  return `Bac ${track} ${year} physique-chimie, ${name} : ${enumerate(contents(paper, 'corrigé'))}`
}

export function paperDescription(paper: SubjectItem): string {
  const { track, year, pages } = paper
  const parts = contents(paper, 'correction')
  const statement =
    pages === null ? 'sujet en PDF' : `sujet en PDF (${pages} ${pages < 2 ? 'page' : 'pages'})`
  return `Physique-chimie, examen national du baccalauréat marocain ${year}, ${sessionText(paper)}, filière ${findTrack(track).label} : ${enumerate([statement, ...parts.slice(1)])}.`
}

function contents({ hasCorrection, hasVideo }: SubjectItem, correction: string): string[] {
  return ['sujet', ...(hasCorrection ? [correction] : []), ...(hasVideo ? ['vidéo'] : [])]
}

function enumerate(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} et ${words.at(-1)}`
}
