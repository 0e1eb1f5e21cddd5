import { expect, test, vi } from 'vitest'
import { ApiFailure } from '../api/failure.ts'
import { documentFailureText } from './document-texts.ts'

const refusedLink = new ApiFailure('failing', { status: 403 })

test.each([
  { isEnabled: true, text: 'Erreur lors du chargement du fichier sécurisé' },
  { isEnabled: false, text: /^Votre navigateur refuse les cookies\./ },
])('explains a refused link when cookies are allowed: $isEnabled', ({ isEnabled, text }) => {
  vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(isEnabled)
  expect(documentFailureText(refusedLink)).toMatch(text)
})
