import { expect, test } from 'vitest'
import { createSample } from '#shared/contract/sample-answers.ts'
import { AuditItem } from '#shared/entities/audit-entry.ts'
import type { Exercise } from '#shared/entities/exercise.ts'
import { sampleExercise, sampleManagedExercise } from '#shared/entities/samples.ts'
import { differencesText, listDifferences, targetLabel } from './audit-differences.ts'

const fiveExercises = [1, 2, 3, 4, 5].map((number): Exercise => ({ ...sampleExercise, number }))

const entry = (oldValues: AuditItem['oldValues'], newValues: AuditItem['newValues']): AuditItem =>
  createSample(AuditItem, { oldValues, newValues })

/** Each line reads "label : before → after"; null stands for what an entry does not have. */
test.each([
  [
    'leaves out unchanged fields',
    { year: '2023', track: 'SM' },
    { year: '2024', track: 'SM' },
    ['Année : 2023 → 2024'],
  ],
  ['shows a creation with new values only', null, { isFree: true }, ['Gratuit : null → oui']],
  ['shows a deletion with old values only', { type: 'pdf' }, null, ['Type : PDF → null']],
  ['leaves out empty fields of something new', null, { description: '', captions: null }, []],
  [
    'shows Premium as in the list, its end as its last day',
    { isPremium: false, premiumUntil: null },
    { isPremium: true, premiumUntil: '2026-07-10' },
    ['Statut Premium : Gratuit → Premium', 'Fin du Premium : (vide) → 10 juillet 2026'],
  ],
  [
    'shows a payment as a sentence',
    { payment: null },
    { payment: { amount: 250, means: 'Espèces', reference: '' } },
    ['Paiement : (vide) → 250\u00a0DH, Espèces'],
  ],
  [
    'shows settings with their labels, and days as people write them',
    { priceDh: 250, premiumValidUntil: '2026-07-10', exams: [], announcement: null },
    {
      priceDh: 300,
      premiumValidUntil: '2027-07-01',
      exams: [{ label: 'Session normale', date: '2027-06-03' }],
      announcement: {
        text: 'Bienvenue',
        short: 'Oh',
        page: '/aide',
        from: '2026-09-01',
        until: '2026-09-30',
      },
    },
    [
      'Prix (DH) : 250 → 300',
      "Valable jusqu'au : 10 juillet 2026 → 1er juillet 2027",
      'Dates des examens : (vide) → Session normale (3 juin 2027)',
      'Annonce : (vide) → « Bienvenue », en bref « Oh », vers /aide, du 1er septembre 2026 au 30 septembre 2026',
    ],
  ],
  ['counts a long list', null, { tags: ['a', 'b', 'c', 'd'] }, ['tags : null → 4 éléments']],
  ['lists a short one', null, { tags: ['a', 'b'] }, ['tags : null → a, b']],
  [
    'lists what an import changed of each resource, by its title',
    { a: { title: 'Ondes', isFree: false, file: 'x' }, b: { title: 'Ancien' } },
    { a: { title: 'Ondes', isFree: true, file: 'y' }, b: { title: 'Nouveau' } },
    ['Ondes : Fichier : x → y', 'Ondes : Gratuit : non → oui', 'Nouveau : Titre : Ancien → Nouveau'],
  ],
  [
    'shows labels instead of codes and slugs, but leaves a title that reads like a code',
    null,
    { title: 'exercise', track: 'PC', theme: 'electricite', resourceType: 'exercise', file: 'coming-soon' },
    [
      'Titre : null → exercise',
      'Filière : null → PC (Science Physique)',
      'Thème : null → Électricité',
      'Nature : null → Énoncé',
      'Fichier : null → à venir',
    ],
  ],
  [
    'lists the fields in one order, whatever order they were stored in',
    { session: 'Normale', year: '2023', title: 'A' },
    { year: '2024', title: 'B', session: 'Rattrapage' },
    ['Titre : A → B', 'Année : 2023 → 2024', 'Session : Normale → Rattrapage'],
  ],
  [
    'shows a change of one exercise among many',
    { exercises: fiveExercises },
    { exercises: fiveExercises.with(1, { ...sampleExercise, number: 2, title: 'Pile', correctionPage: 3 }) },
    [
      'Exercice 2 : Propagation des ondes, 3,25\u00a0points, ondes/1, page 2 → Pile, 3,25\u00a0points, ondes/1, page 2, corrigé page 3',
    ],
  ],
  [
    'shows hints and the answer of an exercise',
    { exercises: [{ ...sampleExercise, title: 'Pile', hints: ['Pensez.'] }] },
    { exercises: [{ ...sampleManagedExercise, title: 'Pile', hints: ['Comparez.'] }] },
    [
      'Exercice 1 : Pile, 3,25\u00a0points, ondes/1, page 2, indice 1 « Pensez. » → Pile, 3,25\u00a0points, ondes/1, page 2, indice 1 « Comparez. », réponse « 340 m/s ± 5 % »',
    ],
  ],
  [
    'shows payments and received files with French labels',
    { ignored: false, cancelled: { amount: 250, means: 'Espèces', reference: '', receivedOn: '2026-03-01' } },
    { ignored: true, request: 'AB12', amountDh: 250, money: 'never-received' },
    [
      'Montant (DH) : null → 250',
      'Argent du paiement : null → Jamais reçu',
      'Paiement annulé : 250\u00a0DH, Espèces → null',
      'Demande n° : null → AB12',
      'Ignoré : non → oui',
    ],
  ],
  [
    'shows cards and reports with French labels',
    { state: 'new', note: '' },
    { label: 'Librairie', validUntil: '2027-06-30', state: 'corrected', note: 'Page refaite' },
    [
      'Lieu de vente : null → Librairie',
      "À activer jusqu'au : null → 30 juin 2027",
      'État : Nouveau → Corrigé',
      'Note : (vide) → Page refaite',
    ],
  ],
  [
    'shows the lines of a sheet that differ',
    { markdown: '# Célérité\nUn reste\n$v$' },
    { markdown: '# Célérité\nUn reste\n$v = f$\nUne ligne de plus' },
    ['Texte : $v$ → $v = f$\nUne ligne de plus'],
  ],
  ['keeps the name of an unknown field', null, { toString: 'x' }, ['toString : null → x']],
])('%s', (_, before, after, lines) => {
  const differences = listDifferences(entry(before, after))
  expect(differences.map((each) => `${each.label} : ${each.before} → ${each.after}`)).toEqual(lines)
})

test.each([
  [{ year: '2023' }, { year: '2024' }, 'Année : 2023 → 2024'],
  [null, { year: '2024', track: 'PC' }, 'Filière : PC (Science Physique) ; Année : 2024'],
  [{ year: '2023' }, null, 'Année : 2023 → (supprimé)'],
])('writes %j to %j as %j', (before, after, text) => {
  expect(differencesText(entry(before, after))).toBe(text)
})

test.each([
  ['eleve@exemple.invalid', null, null, 'eleve@exemple.invalid'],
  ['bac-SM-2023-Normale', null, { year: '2023' }, 'Bac SM 2023 - Session Normale'],
  ['resource-1', { title: 'Ancien' }, { title: 'Nouveau' }, 'Nouveau'],
  ['resource-1', { title: 'Ancien' }, null, 'Ancien'],
  ['SM/electricite/1', null, { markdown: 'Un texte' }, 'Dipôle RC (SM)'],
])('names the target %s', (targetEmail, oldValues, newValues, label) => {
  expect(targetLabel(createSample(AuditItem, { targetEmail, oldValues, newValues }))).toBe(label)
})
