import { listThemes, THEME_SLUGS } from '../../catalogue/themes.ts'
import { parseFileName } from './file-name.ts'

const waves = {
  track: 'SM',
  theme: 'ondes',
  chapter: 'Ondes mécaniques progressives',
  year: '2019',
  session: 'Normale',
  resourceType: 'exercise',
  type: 'pdf',
}

describe('a file name', () => {
  test.each([
    ['SM_Ondes_1_2019_N_enonce.pdf', {}],
    ['sm_ondes_1_2019_n_ENONCE.PDF', {}],
    ['  SM_Ondes_01_2019_N_énoncé.pdf ', {}],
    ['SM_Ondes_1_2019_N_énoncé.pdf'.normalize('NFD'), {}],
    ['SM_Ondes_1_2019_R_correction.pdf', { session: 'Rattrapage', resourceType: 'correction' }],
    ['SM_Ondes_1_2019_N_corrige.pdf', { resourceType: 'correction' }],
    ['SM_Ondes_1_2019_N_cours.pdf', { resourceType: 'course' }],
    ['SM_Ondes_1_2019_N_examen.pdf', { resourceType: 'exam' }],
    ['SM_Ondes_1_2019_N_correction_video.mp4', { resourceType: 'correction', type: 'video' }],
    ['SM_Ondes_1_2019_N_correction.mp4', { resourceType: 'correction', type: 'video' }],
    [
      'SVT_Électricité_3_2024_N_enonce.pdf',
      { track: 'SVT', theme: 'electricite', chapter: 'Dipôle RLC libre', year: '2024' },
    ],
    [
      'PC_electricite_4_2019_N_enonce.pdf',
      { track: 'PC', theme: 'electricite', chapter: "Modulation d'amplitude" },
    ],
    ['SM_electricite_4_2019_N_enonce.pdf', { theme: 'electricite', chapter: 'RLC forcé' }],
    ...[
      'transformations-lentes',
      'Transformations Lentes',
      'TransformationsLentes',
      'Transformations_Lentes',
    ].map((theme): [string, object] => [
      `SM_${theme}_1_2019_N_enonce.pdf`,
      { theme: 'transformations-lentes', chapter: "Suivi d'une transformation chimique" },
    ]),
  ])('%s is read', (name, differences) => {
    expect(parseFileName(name)).toEqual({ ...waves, ...differences })
  })

  test.each([
    ['another track', 'MP_Ondes_1_2019_N_enonce.pdf'],
    ['an unknown theme', 'SM_Optique_1_2019_N_enonce.pdf'],
    ['a theme that the track does not teach', 'SVT_electrolyse_1_2019_N_enonce.pdf'],
    ['a chapter too many', 'SM_Ondes_4_2019_N_enonce.pdf'],
    ['a chapter zero', 'SM_Ondes_0_2019_N_enonce.pdf'],
    ['a short year', 'SM_Ondes_1_19_N_enonce.pdf'],
    ['another session', 'SM_Ondes_1_2019_S_enonce.pdf'],
    ['another kind', 'SM_Ondes_1_2019_N_resume.pdf'],
    ['a property of every object as its kind', 'SM_Ondes_1_2019_N_constructor.pdf'],
    ['another ending', 'SM_Ondes_1_2019_N_enonce.docx'],
    ['a video that is a PDF', 'SM_Ondes_1_2019_N_correction_video.pdf'],
    ['something more', 'SM_Ondes_1_2019_N_enonce_v2.pdf'],
    ['no ending', 'SM_Ondes_1_2019_N_enonce'],
    ['nothing', ''],
    ['far too long a name', `SM_${'Ondes'.repeat(60)}_1_2019_N_enonce.pdf`],
  ])('with %s is refused', (_, name) => {
    expect(parseFileName(name)).toBeNull()
  })

  test('contains every chapter by the slug or the title of its theme', () => {
    for (const slug of THEME_SLUGS) {
      const theme = listThemes('SM').find((each) => each.slug === slug)
      for (const [index, chapter] of (theme?.chapters ?? []).entries())
        for (const name of [slug, theme?.title])
          expect(parseFileName(`SM_${name}_${index + 1}_2019_N_enonce.pdf`)).toMatchObject({
            theme: slug,
            chapter,
          })
    }
  })
})
