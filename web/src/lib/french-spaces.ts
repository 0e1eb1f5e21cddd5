/** Puts no-break spaces before ':', ';', '!', '?' and '»', so that no line begins with one. */
export function withFrenchSpaces(text: string): string {
  return text.replace(/ (?=[:;!?»])/g, '\u00a0')
}
