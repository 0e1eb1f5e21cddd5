import { subjectsPath } from '#shared/catalogue/page-path.ts'
import { enumerateTracks, findTrackBySlug, TRACK_CODES, tracks } from '#shared/catalogue/tracks.ts'
import { NEWEST_SUBJECT_YEAR, OLDEST_SUBJECT_YEAR } from '#shared/entities/subject.ts'
import { questions } from '#web/features/premium/faq.ts'
import { chapterAt } from '#web/lib/page-titles.ts'

const years = `de ${OLDEST_SUBJECT_YEAR} à ${NEWEST_SUBJECT_YEAR}`

const descriptions: Readonly<Record<string, string>> = {
  '/': `Préparez l'examen national de physique-chimie : sujets, corrections et vidéos classés par filière (${TRACK_CODES.join(', ')}), thème et chapitre.`,
  '/login': `Connectez-vous à votre compte ${__SITE__.name}.`,
  '/signup': `Créez gratuitement votre compte ${__SITE__.name} avec un email et un mot de passe.`,
  '/sujets-bac': `Les sujets de l'examen national de physique-chimie ${years}, sessions normale et de rattrapage, pour les filières ${enumerateTracks('et')}.`,
  '/videos-gratuites':
    'Des cours et des corrections de physique-chimie en vidéo, ouverts à tous et sans compte.',
  '/contact': `Contactez ${__SITE__.name} par email ou par téléphone. ${__SITE__.contact.availability}.`,
  '/a-propos': `La mission et la méthode de ${__SITE__.name} : des corrections expliquées étape par étape par un professeur expérimenté.`,
  '/premium': `Un seul paiement de ${__SITE__.priceDh} DH ouvre tous les sujets et toutes les corrections. Comment payer et activer votre accès.`,
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
 * The description of a public page for search engines and shared links. Both read the HTML, so only the build needs it.
 */
export function descriptionOf(path: string): string | undefined {
  const chapter = chapterAt(path)
  if (!chapter) return Object.hasOwn(descriptions, path) ? descriptions[path] : undefined
  const { track, theme, title } = chapter
  return `« ${title} » (${theme.title}) : énoncés de l'examen national et corrections pour la filière ${track.label}, par année et session.`
}

export type Crumb = { path: string; name: string }

/** The page's schema.org data; none for a site without an address of its own. */
export function structuredData(path: string): object[] {
  if (!__SITE_ORIGIN__) return []
  const crumbs = crumbsOf(path)
  return [
    ...(path === '/' ? [organisation()] : []),
    ...(crumbs.length > 0 ? [breadcrumbs(crumbs)] : []),
    ...courseOf(path),
    ...(path === '/premium' ? [frequentQuestions()] : []),
  ].map((data) => ({ '@context': 'https://schema.org', ...data }))
}

export const addressOf = (path: string) => `${__SITE_ORIGIN__}${path}`

function organisation() {
  return {
    '@type': 'EducationalOrganization',
    name: __SITE__.name,
    url: addressOf('/'),
    description: descriptionOf('/'),
    email: __SITE__.contact.email,
    telephone: __SITE__.contact.phone,
    sameAs: [__SITE__.contact.socialUrl],
    areaServed: 'MA',
  }
}

const names: Readonly<Record<string, string>> = {
  '/sujets-bac': 'Sujets du Bac',
  '/videos-gratuites': 'Vidéos gratuites',
  '/contact': 'Contact',
  '/a-propos': 'À propos',
  '/premium': 'Accès Premium',
  ...Object.fromEntries(
    tracks.flatMap(({ code, slug, label }) => [
      [`/${slug}`, label],
      [subjectsPath(code), `Sujets ${label}`],
    ]),
  ),
}

/** The path to a page from the home page; themes are no pages and are left out. */
function crumbsOf(path: string): Crumb[] {
  const [, first = '', second] = path.split('/')
  const chapter = chapterAt(path)
  const own = chapter?.title ?? names[path]
  if (own === undefined) return []
  const parent = `/${first}`
  return [
    { path: '/', name: 'Accueil' },
    ...(second === undefined ? [] : [{ path: parent, name: names[parent] ?? first }]),
    { path, name: own },
  ]
}

export function breadcrumbs(crumbs: Crumb[]) {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ path, name }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: addressOf(path),
    })),
  }
}

/** A track is a course, and each chapter one of its parts. */
function courseOf(path: string): object[] {
  const chapter = chapterAt(path)
  const track = chapter?.track ?? findTrackBySlug(path.slice(1))
  const description = descriptionOf(path)
  if (!track || !description) return []
  const name = chapter ? `${chapter.title} (${chapter.theme.title})` : `Physique-chimie, ${track.label}`
  const provider = { '@type': 'EducationalOrganization', name: __SITE__.name, url: addressOf('/') }
  return [
    {
      '@type': 'Course',
      name,
      description,
      url: addressOf(path),
      inLanguage: 'fr',
      educationalLevel: `Baccalauréat marocain, ${track.label}`,
      provider,
      ...(chapter && {
        isPartOf: {
          '@type': 'Course',
          name: `Physique-chimie, ${track.label}`,
          description: descriptionOf(`/${track.slug}`),
          url: addressOf(`/${track.slug}`),
          provider,
        },
      }),
    },
  ]
}

function frequentQuestions() {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}
