import { expect } from '@playwright/test'
import { freshEmail, OWNER, password } from './support/account.ts'
import { makesCards } from './support/owner-pages.ts'
import { test } from './support/story.ts'

const email = freshEmail()
const LABEL = `Papeterie du Lycée, Salé, ${Date.now()}`

test('an owner prints cards, and a student who bought one is Premium at once', async ({
  person: student,
  arrives,
}) => {
  const owner = await arrives({}, OWNER)
  await student.page.setViewportSize({ width: 360, height: 740 })
  let address = ''

  await test.step('the owner makes two cards, whose sheet is one page', async () => {
    await makesCards(owner, LABEL, 2)
    await owner.sees('Ces codes ne seront plus jamais affichés.')
    const cards = owner.main.getByRole('article')
    await expect(cards).toHaveCount(2)
    address = (await cards.first().getByRole('img').getAttribute('aria-label')) ?? ''
    const pdf = await owner.page.pdf({ preferCSSPageSize: true })
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
  })

  await test.step('the student scans one, signs up, and comes back with the code', async () => {
    await student.opens(address)
    await expect(student.page).toHaveURL('/activer')
    await student.button('Vérifier la carte').click()
    await student.main.getByRole('link', { name: 'Créer un compte' }).click()
    await student.createsAccount(email, password)
    await student.choosesTrackLater()
    await student.heading('Activer une carte').waitFor()
    await student.sees(/aura l'accès Premium jusqu'au 10 juillet 2099/)
    await student.button('Activer mon accès').click()
    await student.sees("Votre compte est Premium jusqu'au 10 juillet 2099. Bon travail !")
  })

  await test.step('the papers are open, and the card is used', async () => {
    await student.link('Voir les sujets du bac').click()
    await student.opens('/sujets-bac/sm')
    await expect(student.lightPaper).toBeVisible()
  })

  await test.step('a card as it was printed before leads there too, and its code leaves with no request', async () => {
    const [, code = ''] = address.split('#')
    const referrers: Promise<string>[] = []
    student.page.on('request', (request) =>
      referrers.push(request.allHeaders().then(({ referer = '' }) => referer)),
    )
    await student.opens(`/activer?code=${code}`)
    await expect(student.page).toHaveURL('/activer')
    await student.hasLoaded()
    await expect
      .poll(async () => (await Promise.all(referrers)).filter((referrer) => referrer.includes(code)))
      .toEqual([])
    await student.button('Vérifier la carte').click()
    await student.sees('Vous avez déjà activé cette carte.')
  })

  await test.step('the owner sees who used it, and what was paid', async () => {
    await owner.opens(`/admin/codes?q=${encodeURIComponent(email)}`)
    await expect(owner.row(/-001/)).toContainText(email)
    await expect(owner.rows.filter({ hasText: LABEL }).first()).toContainText('1 sur 2')
    await owner.opens(`/admin?q=${encodeURIComponent(email)}`)
    await expect(owner.row(email)).toContainText('Premium')
  })
})
