import { PAPER_PATH } from '#shared/catalogue/page-path.ts'
import { chapterPages, personalPages, personalSections, publicPages } from '#shared/catalogue/pages.ts'
import { OLDEST_SUBJECT_YEAR } from '#shared/catalogue/subjects.ts'

/**
 * Source of the routing function, in the JavaScript subset of CloudFront Functions: files (a dot in the last segment)
 * pass, a public page maps to its own file, a personal page to the empty shell, everything else to the not-found page. Every
 * paper of the years that are published has a file, which may say that there is no such paper, and an examination.
 */
const DESTINATION = `
var PUBLIC = ${JSON.stringify(publicPages)};
var CHAPTERS = ${JSON.stringify(chapterPages)};
var PERSONAL = ${JSON.stringify(personalPages)};
var SECTIONS = ${JSON.stringify(personalSections)};
var PAPER = new RegExp(${JSON.stringify(PAPER_PATH)});
function isPaper(path) {
  var paper = PAPER.exec(path);
  return paper !== null && paper[2] >= ${OLDEST_SUBJECT_YEAR} && paper[2] <= new Date().getFullYear() + 1;
}
function destination(uri) {
  if (/\\.[^/]*$/.test(uri)) return uri;
  var path = uri.length > 1 ? uri.replace(/\\/$/, '') : uri;
  if (path === '/') return '/index.html';
  var chapter = /^(\\/[a-z-]+\\/[a-z-]+)\\/([1-9]\\d?)$/.exec(path);
  var isChapter = chapter !== null && CHAPTERS.hasOwnProperty(chapter[1]) && Number(chapter[2]) <= CHAPTERS[chapter[1]];
  if (isChapter || isPaper(path) || PUBLIC.indexOf(path) >= 0) return path + '.html';
  var exam = /^(.*)\\/examen$/.exec(path);
  if (exam !== null && isPaper(exam[1])) return '/shell.html';
  var isInSection = SECTIONS.some(function (section) { return path.indexOf(section) === 0; });
  return isInSection || PERSONAL.indexOf(path) >= 0 ? '/shell.html' : '/404.html';
}`

/** CloudFront Function (viewer request) that rewrites the path of a page to its file. */
export const PAGE_REQUEST_FUNCTION = `${DESTINATION}
function handler(event) {
  event.request.uri = destination(event.request.uri);
  return event.request;
}
`

/**
 * CloudFront Function (viewer response) that answers with the status that a stored page has as metadata: not-found pages
 * are files. Custom error responses of the distribution would replace the API's own errors. A browser that has the page
 * already gets its 304.
 */
export const PAGE_RESPONSE_FUNCTION = `
function handler(event) {
  var response = event.response;
  var stored = response.headers['x-amz-meta-status'];
  delete response.headers['x-amz-meta-status'];
  if (stored && stored.value === '404' && response.statusCode === 200) {
    response.statusCode = 404;
    response.statusDescription = 'Not Found';
  }
  return response;
}
`
