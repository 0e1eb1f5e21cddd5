import { expect, test } from 'vitest'
import { videoCount } from './video-count.ts'

test.each([
  [0, '0 vidéo gratuite disponible'],
  [1, '1 vidéo gratuite disponible'],
  [2, '2 vidéos gratuites disponibles'],
  [12, '12 vidéos gratuites disponibles'],
])('%i reads %j', (count, text) => {
  expect(videoCount(count)).toBe(text)
})
