import { chapterPages, personalPages, personalSections, publicPages } from '#shared/catalogue/pages.ts'

/**
 * The rule of the site's paths, as text of the small JavaScript that CloudFront Functions run: files (a dot in the last
 * segment) pass, a public page gets its own file, a personal one the empty shell, everything else the page that says so.
 */
const DESTINATION = `
var PUBLIC = ${JSON.stringify(publicPages)};
var CHAPTERS = ${JSON.stringify(chapterPages)};
var PERSONAL = ${JSON.stringify(personalPages)};
var SECTIONS = ${JSON.stringify(personalSections)};
function destination(uri) {
  if (/\\.[^/]*$/.test(uri)) return uri;
  var path = uri.length > 1 ? uri.replace(/\\/$/, '') : uri;
  if (path === '/') return '/index.html';
  var chapter = /^(\\/[a-z-]+\\/[a-z-]+)\\/([1-9]\\d?)$/.exec(path);
  var isChapter = chapter !== null && CHAPTERS.hasOwnProperty(chapter[1]) && Number(chapter[2]) <= CHAPTERS[chapter[1]];
  if (isChapter || PUBLIC.indexOf(path) >= 0) return path + '.html';
  var isInSection = SECTIONS.some(function (section) { return path.indexOf(section) === 0; });
  return isInSection || PERSONAL.indexOf(path) >= 0 ? '/shell.html' : '/404.html';
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
