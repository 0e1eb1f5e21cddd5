import { subjectsPath } from '#shared/catalogue/page-path.ts'
import { NEWEST_SUBJECT_YEAR, OLDEST_SUBJECT_YEAR } from '#shared/catalogue/subjects.ts'
import { enumerateTracks, findTrackBySlug, TRACK_CODES, tracks } from '#shared/catalogue/tracks.ts'
import type { PageContent } from '#shared/contract/page-content.ts'
import { type ChapterLinks, hasSheet } from '#web/features/chapter/chapter-links.ts'
import { frequentQuestions } from '#web/features/premium/faq.ts'
import { chapterAt } from '#web/lib/page-titles.ts'

const years = `de ${OLDEST_SUBJECT_YEAR} à ${NEWEST_SUBJECT_YEAR}`

/** The part of a page's content that its metadata depend on. */
type SiteFacts = Pick<PageContent, 'settings' | 'isOfferOver'> & Partial<Pick<PageContent, 'answers'>>

const descriptions: Readonly<Record<string, string>> = {
  '/': `Préparez l'examen national de physique-chimie : sujets, corrections et vidéos classés par filière (${TRACK_CODES.join(', ')}), thème et chapitre.`,
  '/login': `Connectez-vous à votre compte ${__SITE_NAME__}.`,
  '/signup': `Créez gratuitement votre compte ${__SITE_NAME__} avec un email et un mot de passe.`,
  '/sujets-bac': `Les sujets de l'examen national de physique-chimie ${years}, sessions normale et de rattrapage, pour les filières ${enumerateTracks('et')}.`,
  '/videos-gratuites':
    'Des cours et des corrections de physique-chimie en vidéo, ouverts à tous et sans compte.',
  '/a-propos': `La mission et la méthode de ${__SITE_NAME__} : des corrections expliquées étape par étape par un professeur expérimenté.`,
  '/confidentialite': `Ce que ${__SITE_NAME__} conserve sur vous, pourquoi, où et combien de temps, et comment exercer vos droits (loi 09-08).`,
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

/** Search engines read the HTML, so that only the build needs it. */
export function descriptionOf(path: string, site: SiteFacts): string | undefined {
  if (path === '/contact')
    return `Contactez ${__SITE_NAME__} par email ou par téléphone. ${site.settings.contact.availability}.`
  if (path === '/premium') return offerDescription(site)
  const chapter = chapterAt(path)
  if (!chapter) return Object.hasOwn(descriptions, path) ? descriptions[path] : undefined
  const { track, theme, title } = chapter
  const own = site.answers?.find(({ route }) => route === path)?.answer as ChapterLinks | undefined
  const sheet = own && hasSheet(own) ? 'fiche de révision, ' : ''
  return `« ${title} » (${theme.title}) : ${sheet}énoncés de l'examen national et corrections pour la filière ${track.label}, par année et session.`
}

function offerDescription({ settings, isOfferOver }: SiteFacts): string {
  return isOfferOver
    ? 'Tous les sujets et toutes les corrections de physique-chimie. La prochaine offre est en préparation : laissez-nous un message.'
    : `Un seul paiement de ${settings.priceDh} DH ouvre tous les sujets et toutes les corrections. Comment payer et activer votre accès.`
}

type Crumb = { path: string; name: string }

/** Returns the page's schema.org data; none for a site without an address of its own. */
export function structuredData(path: string, site: SiteFacts): object[] {
  if (!__SITE_ORIGIN__) return []
  const crumbs = crumbsOf(path)
  return [
    ...(path === '/' ? [organisation(site)] : []),
    ...(crumbs.length > 0 ? [breadcrumbs(crumbs)] : []),
    ...courseOf(path, site),
    ...(path === '/premium' ? [questionPage(site)] : []),
  ].map((data) => ({ '@context': 'https://schema.org', ...data }))
}

/** Returns the address of a page for readers outside the site. */
export const absoluteUrl = (path: string) => `${__SITE_ORIGIN__}${path}`

function organisation(site: SiteFacts) {
  const { contact } = site.settings
  return {
    '@type': 'EducationalOrganization',
    name: __SITE_NAME__,
    url: absoluteUrl('/'),
    description: descriptionOf('/', site),
    email: contact.email,
    telephone: contact.phone,
    sameAs: [contact.socialUrl],
    areaServed: 'MA',
  }
}

const names: Readonly<Record<string, string>> = {
  '/sujets-bac': 'Sujets du Bac',
  '/videos-gratuites': 'Vidéos gratuites',
  '/contact': 'Contact',
  '/a-propos': 'À propos',
  '/premium': 'Accès Premium',
  '/confidentialite': 'Confidentialité',
  ...Object.fromEntries(
    tracks.flatMap(({ code, slug, label }) => [
      [`/${slug}`, label],
      [subjectsPath(code), `Sujets ${label}`],
    ]),
  ),
}

/** Returns the path to a page from the home page; themes are left out, since they have no page. */
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
      item: absoluteUrl(path),
    })),
  }
}

/** A track is a course, and each chapter one of its parts. */
function courseOf(path: string, site: SiteFacts): object[] {
  const chapter = chapterAt(path)
  const track = chapter?.track ?? findTrackBySlug(path.slice(1))
  const description = descriptionOf(path, site)
  if (!track || !description) return []
  const name = chapter ? `${chapter.title} (${chapter.theme.title})` : `Physique-chimie, ${track.label}`
  const provider = { '@type': 'EducationalOrganization', name: __SITE_NAME__, url: absoluteUrl('/') }
  return [
    {
      '@type': 'Course',
      name,
      description,
      url: absoluteUrl(path),
      inLanguage: 'fr',
      educationalLevel: `Baccalauréat marocain, ${track.label}`,
      provider,
      ...(chapter && {
        isPartOf: {
          '@type': 'Course',
          name: `Physique-chimie, ${track.label}`,
          description: descriptionOf(`/${track.slug}`, site),
          url: absoluteUrl(`/${track.slug}`),
          provider,
        },
      }),
    },
  ]
}

function questionPage({ settings, isOfferOver }: SiteFacts) {
  return {
    '@type': 'FAQPage',
    mainEntity: frequentQuestions(settings, isOfferOver).map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}
