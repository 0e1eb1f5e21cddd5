import { listThemes, THEME_SLUGS } from '../../catalogue/tracks.ts'
import { guessDocument, namedPaper, namedResource, withType } from './file-name.ts'

const readResource = (name: string) => namedResource(guessDocument(name))
const readPaper = (name: string) => namedPaper(guessDocument(name))

const place = { track: 'SM', theme: 'ondes', chapter: 'Ondes mécaniques progressives' }
const waves = { ...place, year: '2019', session: 'Normale', resourceType: 'exercise', type: 'pdf' }
const CORRECTION = { resourceType: 'correction' }
const VIDEO = { ...CORRECTION, type: 'video' }
const ELECTRICITY = { theme: 'electricite' }
const SLOW = { theme: 'transformations-lentes', chapter: "Suivi d'une transformation chimique" }

describe('the name of a document of a chapter', () => {
  test.each([
    ['SM_Ondes_1_2019_N_enonce.pdf', {}],
    ['  SM_Ondes_01_2019_N_énoncé.pdf ', {}],
    ['SM_Ondes_1_2019_N_énoncé.pdf'.normalize('NFD'), {}],
    ['SM_Ondes_1_2019_R_correction.pdf', { ...CORRECTION, session: 'Rattrapage' }],
    ['SM_Ondes_1_2019_N_cours.pdf', { resourceType: 'course' }],
    ['SM_Ondes_1_2019_N_examen.pdf', { resourceType: 'exam' }],
    ['SM_Ondes_1_2019_N_correction_video.mp4', VIDEO],
    ['SVT_Électricité_3_2019_N_enonce.pdf', { ...ELECTRICITY, track: 'SVT', chapter: 'Dipôle RLC libre' }],
    ['SM_electricite_4_2019_N_enonce.pdf', { ...ELECTRICITY, chapter: 'RLC forcé' }],
    ['Corrigé SM 2019 normale - Ondes mécaniques progressives.pdf', CORRECTION],
    ['sciences mathématiques ondes chapitre 1 session normale 2019 exercices.pdf', {}],
    [
      'PC Dipôle R.C 2020 rattrapage énoncé n°2.pdf',
      { ...ELECTRICITY, track: 'PC', chapter: 'Dipôle RC', year: '2020', session: 'Rattrapage' },
    ],
    [
      'SM Ondes mécaniques progressives périodiques 2019N cours.pdf',
      { chapter: 'Ondes mécaniques progressives périodiques', resourceType: 'course' },
    ],
    ['SM piles 2019 N énoncé.pdf', { theme: 'piles', chapter: 'Piles électrochimiques' }],
    ['SM_TransformationsLentes_1_2019_N_enonce.pdf', SLOW],
    ['SM_Transformations_Lentes_1_2019_N_enonce.pdf', SLOW],
  ])('%s is read', (name, differences) => {
    expect(readResource(name)).toEqual({ ...waves, ...differences })
  })

  test.each([
    ['another track', 'MP_Ondes_1_2019_N_enonce.pdf'],
    ['an unknown theme', 'SM_Optique_1_2019_N_enonce.pdf'],
    ['a theme that the track does not teach', 'SVT_electrolyse_1_2019_N_enonce.pdf'],
    ['a chapter too many', 'SM_Ondes_4_2019_N_enonce.pdf'],
    ['another session', 'SM_Ondes_1_2019_S_enonce.pdf'],
    ['a property of every object as its kind', 'SM_Ondes_1_2019_N_constructor.pdf'],
    ['another ending', 'SM_Ondes_1_2019_N_enonce.docx'],
    ['a video that is a PDF', 'SM_Ondes_1_2019_N_correction_video.pdf'],
    ['two tracks', 'SM_PC_Ondes_1_2019_N_enonce.pdf'],
    ['two years', 'SM_Ondes_1_2019_2022_N_enonce.pdf'],
    ['a theme and no chapter', 'SM_Ondes_2019_N_enonce.pdf'],
    ['far too long a name', `SM_${'Ondes'.repeat(60)}_1_2019_N_enonce.pdf`],
  ])('with %s is refused', (_, name) => {
    expect(readResource(name)).toBeNull()
  })

  test('contains every chapter by the slug or the title of its theme', () => {
    for (const slug of THEME_SLUGS) {
      const theme = listThemes('SM').find((each) => each.slug === slug)
      for (const [index, chapter] of (theme?.chapters ?? []).entries())
        for (const name of [slug, theme?.title].map((each) => `SM_${each}_${index + 1}_2019_N_enonce.pdf`))
          expect(readResource(name)).toMatchObject({ theme: slug, chapter })
    }
  })
})

describe('the name of a document of a paper', () => {
  const paper = { track: 'SM', year: '2023', session: 'Normale', part: 'statement' }
  const late = { session: 'Rattrapage', part: 'correction' }

  test.each([
    ['SM 2023 normale.pdf', {}],
    ['SM2023N', {}],
    ['Examen national Sciences Mathématiques A 2022-2023 session normale.pdf', {}],
    ['bac_pc_2022_rattrapage_corrigé.pdf', { ...late, track: 'PC', year: '2022' }],
    ['SVT 2021 R correction (1).pdf', { ...late, track: 'SVT', year: '2021' }],
    ['SM RR30F 2023.pdf', late],
    ['Corrigé du sujet SM 2023 normale.pdf', { part: 'correction' }],
    ['Correction vidéo SM 2023 normale.mp4', { part: 'video' }],
  ])('%s is read', (name, differences) => {
    expect(readPaper(name)).toEqual({ ...paper, ...differences })
  })

  test.each([
    ['no session', 'SM 2023.pdf'],
    ['both sessions', 'SM 2023 normale rattrapage.pdf'],
    ['an unknown theme', 'SM_Optique_2023_N_enonce.pdf'],
    ['a theme that the track does not teach', 'SVT_electrolyse_2023_N_enonce.pdf'],
    ['a theme', 'SM Ondes 2023 normale.pdf'],
    ['the word course', 'Cours SM 2023 normale.pdf'],
    ['a resistance beside no year', '2023 SM R.pdf'],
  ])('with %s is left open', (_, name) => {
    expect(readPaper(name)).toBeNull()
  })
})

test('what is known of a name is there, and the rest is null', () => {
  const open = { track: null, theme: null, chapter: null, year: null, session: null, part: null }
  expect(guessDocument('doc.docx')).toEqual({ ...open, action: null, resourceType: null, type: null })
  const homework = { ...open, action: null, track: 'SM', year: '2023', resourceType: null, type: 'pdf' }
  expect(guessDocument('SM devoir surveillé 2023.pdf')).toEqual(homework)
  const circuit = { action: 'resource', track: null, chapter: 'Dipôle RC', resourceType: 'exercise' }
  expect(guessDocument('Exercices dipôle RC')).toMatchObject({ ...circuit, ...ELECTRICITY })
})

test('the type that is known otherwise decides about the part', () => {
  expect(withType(guessDocument('SM 2023 normale'), 'video')).toMatchObject({ part: 'video', type: 'video' })
  expect(withType(guessDocument('SM 2023 normale corrigé'), 'pdf')).toMatchObject({ part: 'correction' })
  expect(withType(guessDocument('Ondes'), 'pdf')).toMatchObject({ part: null, type: 'pdf' })
})
