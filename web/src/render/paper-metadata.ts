import { paperPath, subjectsPath } from '#shared/catalogue/page-path.ts'
import { partLabels, subjectTitle } from '#shared/catalogue/subjects.ts'
import { chapterTitle, findTrack } from '#shared/catalogue/tracks.ts'
import type { PublishedContent } from '#shared/contract/published-content.ts'
import type { SubjectItem } from '#shared/entities/subject.ts'
import { absoluteUrl, breadcrumbs } from '#web/app/page-metadata.ts'
import { paperDescription, sessionText } from '#web/features/subjects/paper-texts.ts'
import { findPaperLinks } from '#web/features/subjects/related-pages.tsx'
import { paperCard } from './share-card.ts'

/** The schema.org data are only for a site with an address of its own. */
export function paperMetadata(paper: SubjectItem, content: PublishedContent) {
  const description = paperDescription(paper)
  if (content.origin === null) return { description, structuredData: [] }
  const { track, year } = paper
  const crumbs = breadcrumbs([
    { path: '/', name: 'Accueil' },
    { path: '/sujets-bac', name: 'Sujets du Bac' },
    { path: subjectsPath(track), name: `Sujets ${findTrack(track).label}` },
    { path: paperPath(paper), name: `${year}, ${sessionText(paper)}` },
  ])
  return {
    description,
    structuredData: [crumbs, learningResource(paper, description, content)].map((data) => ({
      '@context': 'https://schema.org',
      ...data,
    })),
  }
}

/** Search engines need `isAccessibleForFree` to distinguish a locked document from one that is hidden from them. */
function learningResource(paper: SubjectItem, description: string, content: PublishedContent) {
  const { track, isFree, hasCorrection, hasVideo } = paper
  const { name, dates } = content
  const changed = dates.get(paper.id)
  const title = `Physique-chimie, ${subjectTitle(paper)}`
  const part = (kind: string, isAccessibleForFree: boolean) => ({
    '@type': 'LearningResource',
    name: `${kind} : ${title}`,
    learningResourceType: kind,
    isAccessibleForFree,
  })
  const chapters = findPaperLinks(paper, content).chapters.map(({ theme, chapter }) => ({
    '@type': 'Thing',
    name: chapterTitle(track, theme, chapter),
  }))
  const provider = { '@type': 'EducationalOrganization', name, url: absoluteUrl('/') }
  return {
    '@type': 'LearningResource',
    name: title,
    description,
    url: absoluteUrl(paperPath(paper)),
    image: absoluteUrl(`/${paperCard(paper, name).path}`),
    inLanguage: 'fr',
    learningResourceType: 'Examen national',
    educationalLevel: `Baccalauréat marocain, ${findTrack(track).label}`,
    about: [{ '@type': 'Thing', name: 'Physique-chimie' }, ...chapters],
    isAccessibleForFree: isFree,
    ...(changed && { dateModified: changed.updatedAt }),
    hasPart: [
      part(partLabels.statement, isFree),
      ...(hasCorrection ? [part(partLabels.correction, false)] : []),
      ...(hasVideo ? [part(partLabels.video, false)] : []),
    ],
    provider,
    publisher: provider,
  }
}
