import { expect, test } from 'vitest'
import { titleOf } from './page-titles.ts'

test.each([
  ['/', 'Sujets et corrections du bac physique-chimie'],
  ['/svt', 'Physique-chimie SVT, par thème et chapitre'],
  ['/sujets-bac/pc', 'Sujets Science Physique du bac physique-chimie'],
  ['/science-math/electricite/4', 'RLC forcé - Électricité, Science Math'],
  ['/science-math/electricite/4/', 'RLC forcé - Électricité, Science Math'],
  [
    '/science-math/transformations-limitees/1',
    "Taux d'avancement final et Constante d'équilibre - Science Math",
  ],
])('%s is called %j', (path, title) => expect(titleOf(path)).toBe(title))

test.each([
  '/signup',
  '/premium',
  '/admin',
  '/compte',
  '/svt/electricite/9',
  '/svt/nulle-part/1',
  '/nulle-part',
  '/constructor',
])('%s has the title of its heading', (path) => expect(titleOf(path)).toBeUndefined())
