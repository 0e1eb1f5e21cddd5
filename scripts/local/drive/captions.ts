/** What the one film of the local Drive shows, second by second; it draws the charge of a capacitor. */
const CUES: readonly [from: number, to: number, text: string][] = [
  [0, 2, 'Au départ, le condensateur est déchargé : la tension vaut zéro.'],
  [2, 4, 'Puis elle augmente, de moins en moins vite.'],
  [4, 6, "Elle tend vers l'asymptote : c'est le régime permanent."],
]

/** The captions of every video of the local Drive (WebVTT). */
export function captionsText(): string {
  const cues = CUES.map(([from, to, text], index) => `${index + 1}\n${time(from)} --> ${time(to)}\n${text}\n`)
  return `WEBVTT\n\n${cues.join('\n')}`
}

/** '00:00:04.000' */
function time(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(11, 23)
}
