import * as v from 'valibot'
import { sampleSubject } from './samples.ts'
import { publicSubject, Subject } from './subject.ts'

test('reads a subject that was stored with its statement only', () => {
  const { isFree: _, correction: __, video: ___, ...stored } = sampleSubject
  expect(v.parse(Subject, stored)).toEqual({ ...stored, isFree: false, correction: null, video: null })
})

test('the public view of a subject has neither file references nor fields for owners', () => {
  const correction = { file: sampleSubject.file, version: 'c-1', size: 9, pages: 2 }
  const stored: Subject = { ...sampleSubject, correction, correctionCorrectedOn: '2026-02-01' }
  expect(publicSubject(stored)).toEqual({
    id: 'bac-SM-2024-Normale',
    track: 'SM',
    year: '2024',
    session: 'Normale',
    size: 1_234_567,
    pages: 6,
    isFree: false,
    hasFile: true,
    hasCorrection: true,
    hasVideo: false,
    correction: { size: 9, pages: 2 },
    video: null,
    corrected: { correction: '2026-02-01' },
  })
  expect(publicSubject(sampleSubject)).not.toHaveProperty('corrected')
})
