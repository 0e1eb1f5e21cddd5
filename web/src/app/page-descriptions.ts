import { subjectsPath } from '#shared/catalogue/page-path.ts'
import { enumerateTracks, TRACK_CODES, tracks } from '#shared/catalogue/tracks.ts'
import { NEWEST_SUBJECT_YEAR, OLDEST_SUBJECT_YEAR } from '#shared/entities/subject.ts'
import { chapterAt } from '#web/lib/page-titles.ts'
import { site } from '#web/lib/site.ts'

const years = `de ${OLDEST_SUBJECT_YEAR} à ${NEWEST_SUBJECT_YEAR}`

const descriptions: Readonly<Record<string, string>> = {
  '/': `Préparez l'examen national de physique-chimie : sujets, corrections et vidéos classés par filière (${TRACK_CODES.join(', ')}), thème et chapitre.`,
  '/login': `Connectez-vous à votre compte ${site.name}.`,
  '/signup': `Créez gratuitement votre compte ${site.name} avec un email et un mot de passe.`,
  '/sujets-bac': `Les sujets de l'examen national de physique-chimie ${years}, sessions normale et de rattrapage, pour les filières ${enumerateTracks('et')}.`,
  '/videos-gratuites':
    'Des cours et des corrections de physique-chimie en vidéo, ouverts à tous et sans compte.',
  '/contact': `Contactez ${site.name} par email ou par téléphone. ${site.availability}.`,
  '/a-propos': `La mission et la méthode de ${site.name} : des corrections expliquées étape par étape par un professeur expérimenté.`,
  '/premium': `Un seul paiement de ${site.priceDh} DH ouvre tous les sujets et toutes les corrections. Comment payer et activer votre accès.`,
  ...Object.fromEntries(
    tracks.flatMap(({ code, slug, label }) => [
      [
        `/${slug}`,
        `Tous les chapitres de physique et de chimie de la filière ${label}, avec les énoncés et les corrections de l'examen national.`,
      ],
      [
        subjectsPath(code),
        `Les sujets de physique-chimie de la filière ${label} ${years}, session normale et session de rattrapage.`,
      ],
    ]),
  ),
}

/**
 * What search engines and shared links say about a public page. Only the build needs it: both ask for the page's
 * address, so that no browser has to carry these texts.
 */
export function descriptionOf(path: string): string | undefined {
  const chapter = chapterAt(path)
  if (!chapter) return Object.hasOwn(descriptions, path) ? descriptions[path] : undefined
  const { track, theme, title } = chapter
  return `« ${title} » (${theme.title}) : énoncés de l'examen national et corrections pour la filière ${track.label}, par année et session.`
}
