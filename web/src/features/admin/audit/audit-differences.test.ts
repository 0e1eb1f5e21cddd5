import { expect, test } from 'vitest'
import { createSample } from '#shared/contract/sample-answers.ts'
import { AuditItem } from '#shared/entities/audit-entry.ts'
import type { Exercise } from '#shared/entities/exercise.ts'
import { sampleExercise, sampleManagedExercise } from '#shared/entities/samples.ts'
import { differencesText, listDifferences, targetLabel } from './audit-differences.ts'

const fiveExercises = [1, 2, 3, 4, 5].map((number): Exercise => ({ ...sampleExercise, number }))

const entry = (oldValues: AuditItem['oldValues'], newValues: AuditItem['newValues']): AuditItem =>
  createSample(AuditItem, { oldValues, newValues })

test.each([
  [
    'leaves out unchanged fields',
    { year: '2023', track: 'SM' },
    { year: '2024', track: 'SM' },
    [{ label: 'Année', before: '2023', after: '2024' }],
  ],
  [
    'shows a creation with new values only',
    null,
    { isFree: true },
    [{ label: 'Gratuit', before: null, after: 'oui' }],
  ],
  [
    'shows a deletion with old values only',
    { type: 'pdf' },
    null,
    [{ label: 'Type', before: 'PDF', after: null }],
  ],
  ['shows nothing for an entry without values', null, null, []],
  ['leaves out empty fields of something new', null, { description: '', captions: null }, []],
  [
    'shows Premium as in the list, its end as its last day',
    { isPremium: false, premiumUntil: null },
    { isPremium: true, premiumUntil: '2026-07-10' },
    [
      { label: 'Statut Premium', before: 'Gratuit', after: 'Premium' },
      { label: 'Fin du Premium', before: '(vide)', after: '10 juillet 2026' },
    ],
  ],
  [
    'shows a payment as a sentence',
    { payment: null },
    { payment: { amount: 250, means: 'Espèces', reference: '' } },
    [
      {
        label: 'Paiement',
        before: '(vide)',
        after: '250 DH, Espèces',
      },
    ],
  ],
  [
    'shows settings with their labels, and days as people write them',
    {
      priceDh: 250,
      premiumValidUntil: '2026-07-10',
      exams: [],
      'contact.phone': '+212 600 00 00 00',
      announcement: null,
    },
    {
      priceDh: 300,
      premiumValidUntil: '2027-07-01',
      exams: [{ label: 'Session normale', date: '2027-06-03' }],
      'contact.phone': '+212 611 11 11 11',
      announcement: {
        text: 'Bienvenue à tous',
        short: 'Bienvenue',
        page: '/premium',
        from: '2026-09-01',
        until: '2026-09-30',
      },
    },
    [
      { label: 'Prix (DH)', before: '250', after: '300' },
      { label: "Valable jusqu'au", before: '10 juillet 2026', after: '1er juillet 2027' },
      { label: 'Dates des examens', before: '(vide)', after: 'Session normale (3 juin 2027)' },
      { label: 'Téléphone', before: '+212 600 00 00 00', after: '+212 611 11 11 11' },
      {
        label: 'Annonce',
        before: '(vide)',
        after:
          '« Bienvenue à tous », en bref « Bienvenue », vers /premium, du 1er septembre 2026 au 30 septembre 2026',
      },
    ],
  ],
  [
    'counts a long list',
    null,
    { tags: ['a', 'b', 'c', 'd'] },
    [{ label: 'tags', before: null, after: '4 éléments' }],
  ],
  ['lists a short one', null, { tags: ['a', 'b'] }, [{ label: 'tags', before: null, after: 'a, b' }]],
  [
    'lists what an import changed of each resource, by its title',
    { a: { title: 'Ondes', isFree: false, file: 'x' }, b: { title: 'Ancien' } },
    { a: { title: 'Ondes', isFree: true, file: 'y' }, b: { title: 'Nouveau' } },
    [
      { label: 'Ondes : Fichier', before: 'x', after: 'y' },
      { label: 'Ondes : Gratuit', before: 'non', after: 'oui' },
      { label: 'Nouveau : Titre', before: 'Ancien', after: 'Nouveau' },
    ],
  ],
  [
    'shows labels instead of codes and slugs',
    null,
    { track: 'PC', theme: 'electricite', resourceType: 'exercise', type: 'video', file: 'coming-soon' },
    [
      { label: 'Filière', before: null, after: 'PC (Science Physique)' },
      { label: 'Thème', before: null, after: 'Électricité' },
      { label: 'Nature', before: null, after: 'Énoncé' },
      { label: 'Type', before: null, after: 'Vidéo' },
      { label: 'Fichier', before: null, after: 'à venir' },
    ],
  ],
  [
    'leaves a title that reads like a code as it is',
    null,
    { title: 'exercise' },
    [{ label: 'Titre', before: null, after: 'exercise' }],
  ],
  [
    'lists the fields in one order, whatever order they were stored in',
    { session: 'Normale', year: '2023', title: 'A' },
    { year: '2024', title: 'B', session: 'Rattrapage' },
    [
      { label: 'Titre', before: 'A', after: 'B' },
      { label: 'Année', before: '2023', after: '2024' },
      { label: 'Session', before: 'Normale', after: 'Rattrapage' },
    ],
  ],
  [
    'shows a change of one exercise among many',
    { exercises: fiveExercises },
    { exercises: fiveExercises.with(1, { ...sampleExercise, number: 2, title: 'Pile', correctionPage: 3 }) },
    [
      {
        label: 'Exercice 2',
        before: 'Propagation des ondes, 3,25 points, ondes/1, page 2',
        after: 'Pile, 3,25 points, ondes/1, page 2, corrigé page 3',
      },
    ],
  ],
  [
    'shows hints and the answer of an exercise',
    { exercises: [{ ...sampleExercise, hints: ['Pensez à la célérité.'] }] },
    { exercises: [sampleManagedExercise] },
    [
      {
        label: 'Exercice 1',
        before: 'Propagation des ondes, 3,25 points, ondes/1, page 2, indice 1 « Pensez à la célérité. »',
        after:
          'Propagation des ondes, 3,25 points, ondes/1, page 2, indice 1 « Comparez deux instants de la même perturbation. », réponse « 340 m/s ± 5 % »',
      },
    ],
  ],
  [
    'shows cards and reports with French labels',
    { state: 'new', note: '' },
    { label: 'Librairie', count: 24, validUntil: '2027-06-30', state: 'corrected', note: 'Page refaite' },
    [
      { label: 'Lieu de vente', before: null, after: 'Librairie' },
      { label: 'Nombre de cartes', before: null, after: '24' },
      { label: "À activer jusqu'au", before: null, after: '30 juin 2027' },
      { label: 'État', before: 'Nouveau', after: 'Corrigé' },
      { label: 'Note', before: '(vide)', after: 'Page refaite' },
    ],
  ],
  [
    'shows the lines of a sheet that differ',
    { markdown: '# Célérité\nUn reste\n$v$' },
    { markdown: '# Célérité\nUn reste\n$v = \\lambda f$\nUne ligne de plus' },
    [{ label: 'Texte', before: '$v$', after: '$v = \\lambda f$\nUne ligne de plus' }],
  ],
  [
    'keeps the name of an unknown field',
    null,
    { toString: 'x' },
    [{ label: 'toString', before: null, after: 'x' }],
  ],
])('%s', (_, before, after, differences) => {
  expect(listDifferences(entry(before, after))).toEqual(differences)
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
  ['GET /api/admin/users', null, null, 'GET /api/admin/users'],
  ['bac-SM-2023-Normale', null, { year: '2023' }, 'Bac SM 2023 - Session Normale'],
  ['resource-1', { title: 'Ancien' }, { title: 'Nouveau' }, 'Nouveau'],
  ['resource-1', { title: 'Ancien' }, null, 'Ancien'],
  ['SM/electricite/1', null, { markdown: 'Un texte' }, 'Dipôle RC (SM)'],
])('names the target %s', (targetEmail, oldValues, newValues, label) => {
  expect(targetLabel(createSample(AuditItem, { targetEmail, oldValues, newValues }))).toBe(label)
})
