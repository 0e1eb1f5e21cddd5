import { subjectsPath } from '#shared/catalogue/page-path.ts'
import { findTrackBySlug, tracks } from '#shared/catalogue/tracks.ts'
import { questions } from '#web/features/premium/faq.ts'
import { chapterAt } from '#web/lib/page-titles.ts'
import { site } from '#web/lib/site.ts'
import { descriptionOf } from './page-descriptions.ts'

type Place = { path: string; name: string }

/** What a page is about, in the words of schema.org; nothing where the site has no address of its own to name. */
export function structuredData(path: string): object[] {
  if (!__SITE_ORIGIN__) return []
  const places = placesOf(path)
  return [
    ...(path === '/' ? [organisation()] : []),
    ...(places.length > 0 ? [breadcrumbs(places)] : []),
    ...courseOf(path),
    ...(path === '/premium' ? [frequentQuestions()] : []),
  ].map((data) => ({ '@context': 'https://schema.org', ...data }))
}

const addressOf = (path: string) => `${__SITE_ORIGIN__}${path}`

function organisation() {
  const { name, contactEmail, phone, socialUrl } = site
  return {
    '@type': 'EducationalOrganization',
    name,
    url: addressOf('/'),
    description: descriptionOf('/'),
    email: contactEmail,
    telephone: phone,
    sameAs: [socialUrl],
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

/** The way to a page from the home page; themes have no page and no place in it. */
function placesOf(path: string): Place[] {
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

function breadcrumbs(places: Place[]) {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: places.map(({ path, name }, index) => ({
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
  return [
    {
      '@type': 'Course',
      name,
      description,
      url: addressOf(path),
      inLanguage: 'fr',
      educationalLevel: `Baccalauréat marocain, ${track.label}`,
      provider: { '@type': 'EducationalOrganization', name: site.name, url: addressOf('/') },
      ...(chapter && {
        isPartOf: {
          '@type': 'Course',
          name: `Physique-chimie, ${track.label}`,
          url: addressOf(`/${track.slug}`),
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
