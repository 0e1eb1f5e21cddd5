import { expect } from '@playwright/test'
import { DEVICES } from './support/devices.ts'
import type { Person } from './support/person.ts'
import { isPublished } from './support/published.ts'
import { returnsReceivedFiles } from './support/received-files.ts'
import { test } from './support/story.ts'

const OWNER = 'proprietaire@demo.bac'
const ADMIN = 'admin@demo.bac'
const PAGE = '/admin/fichiers-recus'
const SCAN = 'Scan du 12 juin.pdf'
const SHEET = 'Résumé du 12 juin'

const received = (owner: Person, count: number) => owner.heading(`Fichiers reçus (${count})`)
const card = (owner: Person, name: string | RegExp) => owner.rows.filter({ hasText: name })

for (const { device, options } of DEVICES)
  test(`an owner adds ten received files with ten taps ${device}`, async ({ arrives, knows, afterwards }) => {
    afterwards(returnsReceivedFiles)
    const owner = await arrives(options)
    const isPhone = 'isMobile' in options
    await owner.hasSignedInBefore(await knows(OWNER))

    await test.step('finds the page, and searches the folder', async () => {
      await owner.opens('/admin')
      if (isPhone) await owner.button(/^Sections/).click()
      await owner.link('Fichiers reçus').click()
      await expect(received(owner, 0)).toBeVisible()
      await owner.button('Chercher maintenant').click()
      await expect(received(owner, 16)).toBeVisible()
    })

    await test.step('the start page says how many wait', async () => {
      await owner.opens('/admin/tableau-de-bord')
      await owner.link('16 fichiers reçus').click()
      await expect(received(owner, 16)).toBeVisible()
    })

    await test.step('reads what the names say, and what cannot be used', async () => {
      for (const [name, remark] of [
        ['Copie de Bac-SM-2023-Normale.pdf', /Le site a déjà ce document.*Même taille que/],
        ['Exercices à relire', 'Document Google'],
        ['Photo du tableau.jpg', 'ni un PDF ni une vidéo'],
        ['SM 2024 normale.pdf', 'Raccourci'],
        ['SVT 2019 rattrapage corrigé.pdf', 'Fichier vide'],
        [SCAN, 'Le nom ne dit pas tout'],
        ['SM 2025 rattrapage corrigé.pdf', "Ajoutez d'abord l'énoncé"],
      ] as const)
        await expect(card(owner, name)).toContainText(remark)
    })

    await test.step('adds ten with ten taps', async () => {
      const add = owner.main.getByRole('button', { name: /^Ajouter :/ })
      for (let left = 15; left >= 6; left -= 1) {
        await add.first().click()
        await expect(received(owner, left)).toBeVisible()
      }
      await expect(add).toHaveCount(0)
    })

    await test.step('completes one by hand', async () => {
      await owner.button(`Modifier : ${SCAN}`).click()
      await owner.dialog.getByLabel('Ce fichier est').selectOption("Un document d'un chapitre")
      await owner.dialog.getByLabel('Titre').fill(SHEET)
      await owner.dialog.getByLabel('Année').fill('2024')
      await owner.dialog.getByLabel('Type de ressource').selectOption('Cours')
      await owner.dialog.getByRole('button', { name: 'Ajouter' }).click()
      await owner.sees(`${SHEET} : ajouté`)
      await expect(received(owner, 5)).toBeVisible()
    })

    await test.step('puts one aside, which stays so', async () => {
      await owner.button('Ignorer : Photo du tableau.jpg').click()
      await expect(received(owner, 4)).toBeVisible()
      await owner.button('Chercher maintenant').click()
      await owner.sees('Recherche terminée')
      await expect(received(owner, 4)).toBeVisible()
      await owner.main.getByLabel('État').selectOption('Ignorés')
      await expect(card(owner, 'Photo du tableau.jpg')).toBeVisible()
    })

    await test.step('the paper and its correction are on the site', async () => {
      await isPublished(owner.page.request, '/sujets-bac/sm/2025-rattrapage', {
        status: 200,
        html: expect.stringContaining('Corrigé'),
      })
    })
  })

test('an admin who is not an owner sees and gets nothing', async ({ arrives, knows }) => {
  const account = await knows(ADMIN)
  const admin = await arrives(DEVICES[0].options)
  await admin.hasSignedInBefore(account)
  await admin.expecting(/status of 403/, () => admin.opens(PAGE))
  await expect(admin.heading('ACCÈS ADMIN NON AUTORISÉ')).toBeVisible()
  await expect(admin.heading('Fichiers reçus')).toHaveCount(0)
  const sessionId = account.credentials['x-session-id']
  const answers = [
    await account.calls('GET', '/api/admin/inbox', { sessionId }),
    await account.calls('POST', '/api/admin/documents/inbox', { sessionId }),
    await account.calls('POST', `/api/admin/inbox/${'a'.repeat(30)}`, {
      sessionId,
      body: { action: 'ignore' },
    }),
  ]
  expect(answers.map(({ json }) => json['code'])).toEqual(Array(3).fill('OWNER_REQUIRED'))
})
