import { expect, test } from 'vitest'
import { reduceStyles } from './critical-styles.ts'

const HOVERED = '.card:hover:not(:disabled){gap:0}'
const PRINTED = '@media print{:has(.card){gap:0}}'
const SHEET = [
  ':root{--ink:#131a2b}a{color:var(--ink)}',
  `.card{gap:1.5rem}.card>.lock svg{margin:0}${HOVERED}`,
  '.dialog,.card{padding:0}',
  '@media (prefers-color-scheme:dark){.card{gap:2rem}.dialog{gap:0}}',
  PRINTED,
  '[data-differs] .pending{visibility:hidden}',
  '@keyframes turn{to{rotate:1turn}}',
].join('')

test.each([
  {
    classes: ['card', 'lock', 'dialog', 'pending'],
    what: 'everything but what is printed or pointed at, where all classes are used',
    kept: SHEET.replace(PRINTED, '').replace(HOVERED, ''),
  },
  {
    classes: ['card', 'lock'],
    what: 'rules of used classes in their order, in media queries too',
    kept: [
      ':root{--ink:#131a2b}a{color:var(--ink)}',
      '.card{gap:1.5rem}.card>.lock svg{margin:0}.dialog,.card{padding:0}',
      '@media (prefers-color-scheme:dark){.card{gap:2rem}}@keyframes turn{to{rotate:1turn}}',
    ].join(''),
  },
  {
    classes: ['lock', 'unknown'],
    what: 'no rule that needs another class as well',
    kept: ':root{--ink:#131a2b}a{color:var(--ink)}@keyframes turn{to{rotate:1turn}}',
  },
  {
    classes: ['pending'],
    what: 'what waits for an attribute',
    kept: ':root{--ink:#131a2b}a{color:var(--ink)}[data-differs] .pending{visibility:hidden}@keyframes turn{to{rotate:1turn}}',
  },
])('keeps $what', ({ classes, kept }) => {
  expect(reduceStyles(SHEET, new Set(classes)).css).toBe(kept)
})

test('writes the width of a screen as every supported browser reads it', () => {
  const sheet = '@media (min-width:48rem){a{color:red}}'
  expect(reduceStyles(sheet, new Set()).css).toBe(sheet)
})

test('names the classes whose rules it lacks, also where one stands in a list that is kept', () => {
  expect(reduceStyles(SHEET, new Set(['card', 'lock'])).lacks).toEqual(['5rem', 'dialog', 'pending'])
})
