import { createHash } from 'node:crypto'
import { partLabels, subjectId } from '#shared/catalogue/subjects.ts'
import { findTrack, TRACK_CODES } from '#shared/catalogue/tracks.ts'
import type { ShareCard } from '#shared/contract/published-content.ts'
import type { SubjectItem } from '#shared/entities/subject.ts'
import { escapeHtml } from '#shared/writing/french-text.ts'
import { sessionText } from '#web/features/subjects/paper-texts.ts'
import logo from '../../public/favicon.svg?raw'
import { CARD_HEIGHT, CARD_WIDTH } from './page-html.ts'

export function siteCard(siteName: string): ShareCard {
  return createCard('site', siteName, {
    hue: '#ffd166',
    lines: `<text x="80" y="262" font-size="66" font-weight="700" fill="#fff">Réussissez votre bac</text>
    <text x="80" y="340" font-size="66" font-weight="700" fill="#fff">en physique-chimie</text>`,
    foot: `<text x="80" y="588" font-size="34" fill="#b9c3d9">Sujets, corrections et vidéos · ${TRACK_CODES.join(', ')}</text>`,
  })
}

/** Returns the card of a paper: its title, and the documents that it has. */
export function paperCard(paper: SubjectItem, siteName: string): ShareCard {
  const { track, year, hasCorrection, hasVideo } = paper
  const { label, hue } = findTrack(track)
  const session = sessionText(paper)
  const parts = [
    partLabels.statement,
    ...(hasCorrection ? [partLabels.correction] : []),
    ...(hasVideo ? [partLabels.video] : []),
  ]
  return createCard(subjectId(paper).toLowerCase(), siteName, {
    hue: hue.dark.text,
    lines: `<text x="80" y="296" font-size="112" font-weight="700" fill="#fff">Bac ${track} ${year}</text>
    <text x="80" y="366" font-size="48" font-weight="700" fill="${hue.dark.text}">${session[0]?.toUpperCase()}${session.slice(1)}
      <tspan font-weight="400" fill="#b9c3d9">· ${escapeHtml(label)}</tspan></text>`,
    foot: `<text x="80" y="580" font-size="36" fill="#b9c3d9">Physique-chimie</text>${chips(parts, hue.dark)}`,
  })
}

type Drawn = { hue: string; lines: string; foot: string }

function createCard(name: string, siteName: string, { hue, lines, foot }: Drawn): ShareCard {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${CARD_WIDTH} ${CARD_HEIGHT}" font-family="DejaVu Sans Condensed">
    <rect width="${CARD_WIDTH}" height="${CARD_HEIGHT}" fill="#131a2b"/>
    <path d="M0 462h1200" stroke="#33405f" stroke-width="2"/>
    <path transform="translate(0 462) scale(1 .6)" d="M0 0c50-150 100-150 150 0s100 126 150 0 100-106 150 0 100 88 150 0 100-72 150 0 100 58 150 0 100-46 150 0 100 36 150 0"
      fill="none" stroke="${hue}" stroke-width="7"/>
    <svg x="80" y="72" width="96" height="96" viewBox="0 0 32 32">${logo}</svg>
    <text x="206" y="138" font-size="44" font-weight="700" fill="#fff">${escapeHtml(siteName)}</text>
    ${lines}
    ${foot}
  </svg>`
  const digest = createHash('sha256').update(svg).digest('hex').slice(0, 12)
  return {
    path: `apercus/${name}-${digest}.png`,
    draw: async () => (await import('./draw-png.ts')).drawPng(svg),
  }
}

/** Draws words in rounded boxes, from the right edge. */
function chips(words: readonly string[], { text, soft }: { text: string; soft: string }): string {
  let right = 1120
  return words
    .toReversed()
    .map((word) => {
      const width = word.length * 20 + 56
      right -= width
      const chip = `<g transform="translate(${right} 534)"><rect width="${width}" height="64" rx="32" fill="${soft}"/>
        <text x="${width / 2}" y="44" font-size="34" font-weight="700" text-anchor="middle" fill="${text}">${word}</text></g>`
      right -= 20
      return chip
    })
    .join('')
}
