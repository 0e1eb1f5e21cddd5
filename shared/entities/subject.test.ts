import * as v from 'valibot'
import { UNKNOWN_CONTENT } from './file.ts'
import { sampleSubject } from './samples.ts'
import { publicSubject, Subject } from './subject.ts'

test('reads a subject that was stored with its statement only', () => {
  const { isFree: _, correction: __, video: ___, ...stored } = sampleSubject
  expect(v.parse(Subject, stored)).toEqual({ ...stored, isFree: false, correction: null, video: null })
})

test('the public view of a subject has neither file references nor fields for owners', () => {
  const correction = { file: sampleSubject.file, version: 'c-1', ...UNKNOWN_CONTENT, size: 9, pages: 2 }
  const stored: Subject = { ...sampleSubject, correction, correctionCorrectedOn: '2026-02-01' }
  const paper = { id: 'bac-SM-2024-Normale', track: 'SM', year: '2024', session: 'Normale' }
  const has = { isFree: false, hasFile: true, hasCorrection: true, hasVideo: false }
  const documents = { size: 1_234_567, pages: 6, correction: { size: 9, pages: 2 }, video: null }
  const corrected = { correction: '2026-02-01' }
  expect(publicSubject(stored)).toEqual({ ...paper, ...has, ...documents, corrected })
  expect(publicSubject(sampleSubject)).not.toHaveProperty('corrected')
})
