import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { sampleNotice } from '#shared/entities/samples.ts'
import { json, networkAnswers, noContent } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { counted, dirhams } from './admin-texts.ts'
import { Notices, OfferNotice } from './notices.tsx'

const notice = { ...sampleNotice, actor: 'associee@exemple.test', day: '2026-03-01', documents: 60 }
const list = (...items: object[]) => json({ items })

test('names who made documents free, links to that day, and is acknowledged up to what was shown', async () => {
  const sent = networkAnswers(list(notice), noContent, list())
  renderPage(<Notices />)
  expect(await screen.findByText('60 documents sont devenus gratuits')).toBeVisible()
  expect(screen.getByText('associee@exemple.test')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Voir dans le journal' })).toHaveAttribute(
    'href',
    '/admin/audit?actor=associee%40exemple.test&from=2026-03-01&to=2026-03-01',
  )
  await userEvent.click(await screen.findByRole('button', { name: "J'ai vérifié" }))
  await waitFor(() => expect(screen.queryByText(/sont devenus gratuits/)).not.toBeInTheDocument())
  const address = `/api/admin/notices/${notice.id}/acknowledgement`
  expect(sent[1]).toMatchObject({ method: 'POST', address, body: { documents: 60 } })
})

test.each([
  // The sample offer ends on 10 July 2099.
  ['2099-07-10T22:59:59.000Z', false],
  ['2099-07-10T23:00:00.000Z', true],
])('at %s the notice about the ended offer is shown: %s', (now, isOver) => {
  vi.useFakeTimers({ now: new Date(now) })
  renderPage(<OfferNotice />)
  expect(screen.queryByText(/terminée depuis le 10 juillet 2099/) !== null).toBe(isOver)
})

test('a number stands with its words, and a sum with its centimes where it has some', () => {
  expect([0, 1, 2].map((count) => counted(count, 'mot trouvé'))).toEqual([
    '0 mot trouvé',
    '1 mot trouvé',
    '2 mots trouvés',
  ])
  expect(counted(1200, 'document')).toBe('1\u202f200 documents')
  const sums = ['250\u00a0DH', '1\u202f250,50\u00a0DH', '-30\u00a0DH']
  expect([250, 1250.5, -30].map(dirhams)).toEqual(sums)
})
