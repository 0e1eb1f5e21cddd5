import { chapterPath, paperPath } from '#shared/catalogue/page-path.ts'
import { subjectTitle } from '#shared/catalogue/subjects.ts'
import { chapterNumber } from '#shared/catalogue/tracks.ts'
import type { ListedPage, OpeningPeriod, Ranking, Rankings } from '#shared/contract/admin/openings.ts'
import { documentsOfSubject } from '#shared/domain/documents/document.ts'
import type { Resource } from '#shared/entities/resource.ts'
import type { Subject } from '#shared/entities/subject.ts'
import type { OpeningSums } from '../../data/openings.ts'
import type { Deps } from '../../http/use-case.ts'

const MAX_OPENED = 10
const MAX_UNOPENED = 100

/** Ranks the documents that students opened in the last days by their current names; deleted ones are left out. */
export async function rankOpenings(
  { openings, subjects, resources, clock }: Pick<Deps, 'openings' | 'subjects' | 'resources' | 'clock'>,
  days: OpeningPeriod,
): Promise<Rankings> {
  const [sums, papers, all] = await Promise.all([
    openings.sumLastDays(clock.now(), days),
    subjects.listAll(),
    resources.listAll(),
  ])
  return rankContent(sums, papers, all)
}

type Candidate = ListedPage & { documents: readonly string[] }

export function rankContent(
  sums: OpeningSums,
  subjects: readonly Subject[],
  resources: readonly Resource[],
): Rankings {
  const available = resources.filter(({ file }) => file.kind !== 'coming-soon')
  const chapters = Map.groupBy(available, pathOf)
  return {
    papers: rank(sums, subjects.map(paperCandidate)),
    chapters: rank(sums, [...chapters.values()].flatMap(chapterCandidate)),
    videos: rank(sums, [
      ...subjects.flatMap(paperVideos),
      ...available.filter(({ type }) => type === 'video').map(videoCandidate),
    ]),
  }
}

function paperCandidate(subject: Subject): Candidate {
  const documents = documentsOfSubject(subject).map(({ id }) => id)
  return { title: subjectTitle(subject), track: subject.track, path: paperPath(subject), documents }
}

function paperVideos(subject: Subject): Candidate[] {
  const videos = documentsOfSubject(subject).filter(({ type }) => type === 'video')
  return videos.map(({ id, title }) => ({ ...paperCandidate(subject), title, documents: [id] }))
}

function chapterCandidate(resources: readonly Resource[]): Candidate[] {
  const documents = resources.map(({ id }) => id)
  return resources.slice(0, 1).map((first) => ({ ...videoCandidate(first), title: first.chapter, documents }))
}

function videoCandidate(video: Resource): Candidate {
  return { title: video.title, track: video.track, path: pathOf(video), documents: [video.id] }
}

function pathOf({ track, theme, chapter }: Resource): string {
  return chapterPath(track, theme, chapterNumber(track, theme, chapter))
}

function rank(sums: OpeningSums, candidates: readonly Candidate[]): Ranking {
  const counted = candidates.map(({ documents, ...page }) => ({
    ...page,
    openings: documents.reduce((total, id) => total + (sums.get(id) ?? 0), 0),
  }))
  const byOpenings = counted
    .filter(({ openings }) => openings > 0)
    .toSorted((a, b) => b.openings - a.openings || a.title.localeCompare(b.title, 'fr'))
  const unopened = counted.filter(({ openings }) => openings === 0)
  return {
    opened: byOpenings.slice(0, MAX_OPENED),
    unopened: unopened.slice(0, MAX_UNOPENED).map(({ openings: _none, ...page }) => page),
    unopenedCount: unopened.length,
  }
}
