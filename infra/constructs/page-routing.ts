import { themesOf } from '#shared/catalogue/themes.ts'
import { tracks } from '#shared/catalogue/tracks.ts'

/** Pages of one path each (spec section 2). */
const PAGES = [
  '/',
  '/login',
  '/signup',
  '/sujets-bac',
  '/sujets-bac/upload',
  '/videos-gratuites',
  '/contact',
  '/a-propos',
  '/premium',
  '/admin',
  ...tracks.map(({ slug }) => `/${slug}`),
  ...tracks.map(({ code }) => `/sujets-bac/${code.toLowerCase()}`),
]

/** `/science-math/ondes` → number of its chapters, each a page. */
const CHAPTERS = Object.fromEntries(
  tracks.flatMap(({ code, slug }) =>
    themesOf(code).map((theme) => [`/${slug}/${theme.slug}`, theme.chapters.length]),
  ),
)

/**
 * The rule of the site's paths, as text of the small JavaScript that CloudFront Functions run: files (a dot in the last
 * segment) pass, pages of the site get its shell, everything else gets the page that says so.
 */
const DESTINATION = `
var PAGES = ${JSON.stringify(PAGES)};
var CHAPTERS = ${JSON.stringify(CHAPTERS)};
function destination(uri) {
  if (/\\.[^/]*$/.test(uri)) return uri;
  var path = uri.length > 1 ? uri.replace(/\\/$/, '') : uri;
  var chapter = /^(\\/[a-z-]+\\/[a-z-]+)\\/([1-9]\\d?)$/.exec(path);
  var isChapter = chapter !== null && CHAPTERS.hasOwnProperty(chapter[1]) && Number(chapter[2]) <= CHAPTERS[chapter[1]];
  return isChapter || PAGES.indexOf(path) >= 0 || path.indexOf('/admin/') === 0 ? '/index.html' : '/404.html';
}`

/** CloudFront Function (viewer request): rewrites the path of a page to the file that holds it. */
export const PAGE_REQUEST_FUNCTION = `${DESTINATION}
function handler(event) {
  event.request.uri = destination(event.request.uri);
  return event.request;
}
`

/**
 * CloudFront Function (viewer response): the page for unknown paths is a stored file, so its status is set here.
 * The distribution has no custom error responses: they would replace the API's own errors.
 */
export const PAGE_RESPONSE_FUNCTION = `${DESTINATION}
function handler(event) {
  if (destination(event.request.uri) === '/404.html') {
    event.response.statusCode = 404;
    event.response.statusDescription = 'Not Found';
  }
  return event.response;
}
`
