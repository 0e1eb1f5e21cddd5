import { expect, test } from 'vitest'
import { premiumRequest, whatsappLink } from './offer-card.tsx'

test('the message names the account that is to become Premium', () => {
  const link = new URL(whatsappLink('212600000000', premiumRequest(250, 'eleve+1@exemple.invalid')))
  expect(link.origin + link.pathname).toBe('https://wa.me/212600000000')
  expect(link.searchParams.get('text')).toBe(
    'Bonjour, je souhaite passer en Premium (250 DH).\nEmail de mon compte : eleve+1@exemple.invalid',
  )
})

test('the message asks to be told of the next offer while there is none', () => {
  expect(premiumRequest(null, 'eleve@exemple.invalid')).toBe(
    'Bonjour, je souhaite savoir quand la prochaine offre Premium sera ouverte.\nEmail de mon compte : eleve@exemple.invalid',
  )
})
