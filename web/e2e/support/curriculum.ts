/** A theme on a track's page: title, resource count, chapters (the specification's tables, section 3). */
export type TaughtTheme = readonly [title: string, count: number, chapters: readonly string[]]

export type TaughtTrack = {
  code: 'SM' | 'PC' | 'SVT'
  path: string
  label: string
  physics: readonly TaughtTheme[]
  chemistry: readonly TaughtTheme[]
}

const WAVES = [
  'Ondes mécaniques progressives',
  'Ondes mécaniques progressives périodiques',
  "Propagation d'une onde lumineuse",
]
const NUCLEAR = ['Décroissance radioactive', 'Noyaux – masse et énergie']
const DIPOLES = ['Dipôle RC', 'Dipôle RL', 'Dipôle RLC libre']
const MODULATION = "Modulation d'amplitude"
const MOTION = ['Lois de Newton', 'Chute verticale', 'Projectile', 'Champ magnétique']
const OSCILLATORS = ['Oscillateurs 1', 'Oscillateurs 2']
const ALL_MECHANICS = [
  ...MOTION,
  'Satellites',
  'Rotation',
  ...OSCILLATORS,
  "L'atome et la mécanique de Newton",
]
const SLOW = ["Suivi d'une transformation chimique"]
const LIMITED = [
  "Taux d'avancement final et Constante d'équilibre",
  'Réactions acide base en solution aqueuses',
]
const TITRATION = ['Titrages acido-basiques']
const CELLS = ['Piles électrochimiques']
const ELECTROLYSIS = ['Électrolyse des solutions aqueuses']
const ORGANIC = ['Estérification et hydrolyse des esters']

const CHEMISTRY: readonly TaughtTheme[] = [
  ['Transformations Lentes', 8, SLOW],
  ['Transformations Limitées', 18, LIMITED],
  ['Dosage Acide Base', 14, TITRATION],
  ['Piles', 12, CELLS],
  ['Électrolyse', 10, ELECTROLYSIS],
  ['Chimie Organique', 16, ORGANIC],
]

/** What each track teaches. */
export const TRACKS: readonly TaughtTrack[] = [
  {
    code: 'SM',
    path: '/science-math',
    label: 'Science Math',
    physics: [
      ['Ondes', 15, WAVES],
      ['Nucléaire', 12, NUCLEAR],
      ['Électricité', 25, [...DIPOLES, 'RLC forcé', MODULATION]],
      ['Mécanique', 45, ALL_MECHANICS],
    ],
    chemistry: CHEMISTRY,
  },
  {
    code: 'PC',
    path: '/science-physique',
    label: 'Science Physique',
    physics: [
      ['Ondes', 15, WAVES],
      ['Nucléaire', 12, NUCLEAR],
      ['Électricité', 20, [...DIPOLES, MODULATION]],
      ['Mécanique', 45, ALL_MECHANICS],
    ],
    chemistry: CHEMISTRY,
  },
  {
    code: 'SVT',
    path: '/svt',
    label: 'SVT',
    physics: [
      ['Ondes', 12, WAVES],
      ['Nucléaire', 10, NUCLEAR],
      ['Électricité', 15, DIPOLES],
      ['Mécanique', 30, [...MOTION, ...OSCILLATORS]],
    ],
    chemistry: [
      ['Transformations Lentes', 6, SLOW],
      ['Transformations Limitées', 12, LIMITED],
      ['Dosage Acide Base', 10, TITRATION],
      ['Piles', 8, CELLS],
      ['Chimie Organique', 12, ORGANIC],
    ],
  },
]
