import { type TrackDefinition, themeDefinitions, trackDefinitions } from './curriculum.ts'
import { chapterTitle, findTheme, listThemes } from './themes.ts'
import { findTrack, findTrackBySlug, type TrackCode, tracks } from './tracks.ts'

/** Number of resources on the cards of a theme for SM, PC and SVT; null when the track does not teach it. */
const counts: [string, string, number, number, number | null][] = [
  ['ondes', 'Ondes', 15, 15, 12],
  ['nucleaire', 'Nucléaire', 12, 12, 10],
  ['electricite', 'Électricité', 25, 20, 15],
  ['mecanique', 'Mécanique', 45, 45, 30],
  ['transformations-lentes', 'Transformations Lentes', 8, 8, 6],
  ['transformations-limitees', 'Transformations Limitées', 18, 18, 12],
  ['dosage-acide-base', 'Dosage Acide Base', 14, 14, 10],
  ['piles', 'Piles', 12, 12, 8],
  ['electrolyse', 'Électrolyse', 10, 10, null],
  ['chimie-organique', 'Chimie Organique', 16, 16, 12],
]

test.each(counts)(
  'the theme %s is called %s and counts its resources by track',
  (slug, title, sm, pc, svt) => {
    const shown = (['SM', 'PC', 'SVT'] as const).map((track) => findTheme(track, slug)?.resourceCount ?? null)
    expect(shown).toEqual([sm, pc, svt])
    expect(findTheme('SM', slug)?.title).toBe(title)
  },
)

test.each<[TrackCode, number, number]>([
  ['SM', 4, 6],
  ['PC', 4, 6],
  ['SVT', 4, 5],
])('%s has %d themes of physics and %d of chemistry, in teaching order', (track, physics, chemistry) => {
  const themes = listThemes(track)
  expect(themes.filter(({ part }) => part === 'physique')).toHaveLength(physics)
  expect(themes.filter(({ part }) => part === 'chimie')).toHaveLength(chemistry)
  const order = counts.map(([slug]) => slug).filter((slug) => findTheme(track, slug))
  expect(themes.map(({ slug }) => slug)).toEqual(order)
})

const mechanics = [
  'Lois de Newton',
  'Chute verticale',
  'Projectile',
  'Champ magnétique',
  'Satellites',
  'Rotation',
  'Oscillateurs 1',
  'Oscillateurs 2',
  "L'atome et la mécanique de Newton",
]
const chapters: [string, TrackCode, string[]][] = [
  [
    'ondes',
    'SM',
    [
      'Ondes mécaniques progressives',
      'Ondes mécaniques progressives périodiques',
      "Propagation d'une onde lumineuse",
    ],
  ],
  ['nucleaire', 'SVT', ['Décroissance radioactive', 'Noyaux – masse et énergie']],
  [
    'electricite',
    'SM',
    ['Dipôle RC', 'Dipôle RL', 'Dipôle RLC libre', 'RLC forcé', "Modulation d'amplitude"],
  ],
  ['electricite', 'PC', ['Dipôle RC', 'Dipôle RL', 'Dipôle RLC libre', "Modulation d'amplitude"]],
  ['electricite', 'SVT', ['Dipôle RC', 'Dipôle RL', 'Dipôle RLC libre']],
  ['mecanique', 'SM', mechanics],
  ['mecanique', 'PC', mechanics],
  [
    'mecanique',
    'SVT',
    [
      'Lois de Newton',
      'Chute verticale',
      'Projectile',
      'Champ magnétique',
      'Oscillateurs 1',
      'Oscillateurs 2',
    ],
  ],
  ['transformations-lentes', 'PC', ["Suivi d'une transformation chimique"]],
  [
    'transformations-limitees',
    'SM',
    ["Taux d'avancement final et Constante d'équilibre", 'Réactions acide base en solution aqueuses'],
  ],
  ['dosage-acide-base', 'SVT', ['Titrages acido-basiques']],
  ['piles', 'PC', ['Piles électrochimiques']],
  ['electrolyse', 'SM', ['Électrolyse des solutions aqueuses']],
  ['chimie-organique', 'SVT', ['Estérification et hydrolyse des esters']],
]

test.each(chapters)('lists the chapters of %s for %s', (theme, track, titles) => {
  expect(findTheme(track, theme)?.chapters).toEqual(titles)
})

test.each<[TrackCode, string, number, string | undefined]>([
  ['SM', 'electricite', 4, 'RLC forcé'],
  ['PC', 'electricite', 4, "Modulation d'amplitude"],
  ['SVT', 'electricite', 4, undefined],
  ['SM', 'ondes', 0, undefined],
  ['SM', 'ondes', -1, undefined],
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
  [['A', 'B', 'C', 'D'], 'les quatre filières : A, B, C et D', 'A, B, C ou D'],
  [['A', 'B', 'C', 'D', 'E', 'F', 'G'], 'les 7 filières : A, B, C, D, E, F et G', 'A, B, C, D, E, F ou G'],
])('names the tracks %j in sentences', async (codes, all, one) => {
  vi.resetModules()
  vi.doMock('./curriculum.ts', () => ({ trackDefinitions: codes.map((code) => ({ code })) }))
  const { countTracks, enumerateTracks } = await import('./tracks.ts')
  expect(`les ${countTracks()} filières : ${enumerateTracks('et')}`).toBe(all)
  expect(enumerateTracks('ou')).toBe(one)
})
