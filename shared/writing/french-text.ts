/** Puts no-break spaces before ':', ';', '!', '?' and '»' and after '«', so that none of them stands alone on a line. */
export function withFrenchSpaces(text: string): string {
  return text.replaceAll('« ', '«\u00a0').replace(/ (?=[:;!?»])/g, '\u00a0')
}

/** A text as content of an element, or of an attribute in double quotes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
