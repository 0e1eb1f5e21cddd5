import { type TrackDefinition, themeDefinitions, trackDefinitions } from './curriculum.ts'
import { chapterTitle, findTrack, findTrackBySlug, type TrackCode, tracks } from './tracks.ts'

test.each<[TrackCode, string, number, string | undefined]>([
  ['SM', 'electricite', 4, 'RLC forcé'],
  ['PC', 'electricite', 4, "Modulation d'amplitude"],
  ['SVT', 'electricite', 4, undefined],
  ['SM', 'ondes', 0, undefined],
  ['SVT', 'electrolyse', 1, undefined],
  ['SM', 'astronomie', 1, undefined],
])('finds chapter %s/%s/%d: %s', (track, theme, number, title) => {
  expect(chapterTitle(track, theme, number)).toBe(title)
})

test('finds tracks by code and by slug', () => {
  for (const track of tracks) {
    expect(findTrack(track.code)).toBe(track)
    expect(findTrackBySlug(track.slug)).toBe(track)
  }
  expect(findTrackBySlug('lettres')).toBeUndefined()
})

test('a track leaves out only chapters that its theme has', () => {
  for (const { themes } of trackDefinitions as readonly TrackDefinition[])
    for (const { slug, chapters: all } of themeDefinitions)
      expect(all).toEqual(expect.arrayContaining([...(themes[slug]?.without ?? [])]))
})

test.each([
  [['A', 'B'], 'les deux filières : A et B', 'A ou B'],
  [['A', 'B', 'C'], 'les trois filières : A, B et C', 'A, B ou C'],
  [['A', 'B', 'C', 'D', 'E', 'F', 'G'], 'les 7 filières : A, B, C, D, E, F et G', 'A, B, C, D, E, F ou G'],
])('names the tracks %j in sentences', async (codes, all, one) => {
  vi.resetModules()
  vi.doMock('./curriculum.ts', () => ({
    themeDefinitions,
    trackDefinitions: codes.map((code) => ({ code })),
  }))
  const { countTracks, enumerateTracks } = await import('./tracks.ts')
  expect(`les ${countTracks()} filières : ${enumerateTracks('et')}`).toBe(all)
  expect(enumerateTracks('ou')).toBe(one)
})
