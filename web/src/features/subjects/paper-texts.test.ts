import { expect, test } from 'vitest'
import { createSample } from '#shared/contract/sample-answers.ts'
import { SubjectItem } from '#shared/entities/subject.ts'
import { paperTitle } from './paper-texts.ts'

const paper = (differences: Partial<SubjectItem>) =>
  createSample(SubjectItem, {
    track: 'SM',
    year: '2023',
    session: 'Rattrapage',
    pages: 6,
    hasCorrection: false,
    hasVideo: false,
    ...differences,
  })

test.each([
  [{}, 'Bac SM 2023 physique-chimie, rattrapage : sujet'],
  [{ hasCorrection: true }, 'Bac SM 2023 physique-chimie, rattrapage : sujet et corrigé'],
  [
    { hasCorrection: true, hasVideo: true, session: 'Normale' as const },
    'Bac SM 2023 physique-chimie, session normale : sujet, corrigé et vidéo',
  ],
])('the title names the documents: %j', (differences, title) => {
  expect(paperTitle(paper(differences))).toBe(title)
})
