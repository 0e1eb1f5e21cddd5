import { expect } from '@playwright/test'
import { SEARCH_FILE } from '#shared/catalogue/page-path.ts'
import { Account, password, REFUSED } from './support/account.ts'
import { phone } from './support/devices.ts'
import { LocalMode } from './support/local-mode.ts'
import { keepsPaper, keptAddresses, keptDocuments, NOT_LOADED, showsPage } from './support/lost-network.ts'
import type { Person } from './support/person.ts'
import { test } from './support/story.ts'

const CHAPTER = '/svt/electricite/1'
/** A paper with a correction whose exercises are known. */
const PAPER = '/sujets-bac/sm/2022-normale'
const STATEMENT = /^2022 Normale · Sujet/
const CORRECTION = /^2022 Normale · Corrigé/
const OFFLINE = 'Vous êtes hors ligne. Veuillez vérifier votre connexion internet.'
/** Addresses of answers that belong to an account. */
const GATED = /\/(api\/(session|files|progress|account|admin)|files\/|config\.json)/

test.use({ ...phone.options, serviceWorkers: 'allow' })

/** Opens a page and waits until the browser keeps it, and these addresses. */
async function visits(person: Person, path: string, ...others: string[]): Promise<void> {
  await person.opens(path)
  await expect.poll(() => keptAddresses(person)).toEqual(expect.arrayContaining([path, ...others]))
}

test('a visitor reads pages and searches without a network, and a lost part says so until it is back', {
  tag: '@resilience',
}, async ({ person }) => {
  // The file of the search is the last that is fetched ahead.
  await visits(person, '/', SEARCH_FILE)
  await visits(person, CHAPTER, `/api/chapters${CHAPTER}`)
  const title = person.main.getByRole('heading', { level: 2, name: /^Sujet 1 - / })
  const shown = (await title.textContent()) ?? ''
  await person.losesNetwork()
  await person.page.reload()
  await expect(title).toHaveText(shown)
  await person.staysWithoutNetwork()
  await person.sees(OFFLINE)
  await person.page.keyboard.press('/')
  await person.dialog.getByRole('combobox').fill('bac pc 2019 rattrapage')
  await expect(person.dialog.getByRole('option')).toContainText('Bac PC 2019 - Session Rattrapage')
  await person.page.keyboard.press('Escape')
  // The shell draws this page, which was never visited.
  await person.opens('/a-propos')
  await showsPage(person, 'À propos')
  // A visitor's browser does not keep the code of this page.
  person.announces(NOT_LOADED)
  await person.opens('/compte')
  await showsPage(person, 'Page indisponible')
  await person.context.setOffline(false)
  await person.button('Réessayer').click()
  await showsPage(person, 'Mon compte')
})

test('the service worker stores neither personal answers nor documents', { tag: '@resilience' }, async ({
  person,
  premiumStudent,
}) => {
  await person.hasSignedInBefore(premiumStudent)
  // The worker takes part from the second page on.
  await visits(person, '/')
  await visits(person, CHAPTER, `/api/chapters${CHAPTER}`)
  await person.reads(person.button('Énoncé (PDF)').first())
  await person.hasLoaded()
  const gated = async () => (await keptAddresses(person)).filter((address) => GATED.test(address))
  await expect.poll(gated).toEqual([])
  const pages = () =>
    person.page.evaluate(async () => {
      const stored = await Promise.all((await caches.keys()).map(async (name) => caches.open(name)))
      const answers = (await Promise.all(stored.map((cache) => cache.matchAll()))).flat()
      return (await Promise.all(answers.map((answer) => answer.text()))).join('\n')
    })
  await expect.poll(pages).not.toContain(premiumStudent.email)
})

test('kept documents are read without a network, locked after a lost session, and removed for another account', {
  tag: '@resilience',
}, async ({ person, premiumStudent, arrives, baseURL }) => {
  const { email, id } = premiumStudent
  const local = await LocalMode.at(baseURL as string)
  await person.hasSignedInBefore(premiumStudent)
  await keepsPaper(person, PAPER)

  await test.step('also while an examination closes the correction', async () => {
    await person.opens(`${PAPER}/examen`)
    await person.button("Commencer l'épreuve").click()
    await person.seesPage()
    await person.losesNetwork()
    await person.opens('/hors-ligne')
    await expect(person.button(/^2022 Normale · Corrigé Fermé jusqu'à la fin/)).toBeDisabled()
    await person.reads(person.button(STATEMENT))
    await person.context.setOffline(false)
  })

  const losesSession = async () => {
    // An open page would renew its session.
    await person.page.goto('about:blank')
    await premiumStudent.signsIn()
    const other = await arrives()
    // A renewal that was under way may end later.
    await expect(async () => {
      await local.letTimePass(id, 61)
      await other.hasSignedInBefore(premiumStudent)
    }).toPass()
    await other.opens('/')
    await other.isSignedIn(email)
    await person.expecting(REFUSED, () => person.opens('/hors-ligne'))
    await person.isVisitor()
    await person.sees(/^2 documents, \d+\sko sont gardés sur cet appareil\./)
    await other.signsOut(email)
  }

  await test.step('they are locked after a lost session, and open again for the same account', async () => {
    await losesSession()
    await person.signsIn(email, password)
    await person.isSignedIn(email)
    await person.opens('/hors-ligne')
    await expect(person.button(CORRECTION)).toBeVisible()
    await person.reads(person.button(STATEMENT))
  })

  await test.step('another account finds none of them', async () => {
    await losesSession()
    const stranger = await Account.signedUp(baseURL as string)
    await person.signsIn(stranger.email, password)
    await person.isSignedIn(stranger.email)
    await expect.poll(() => keptDocuments(person)).toEqual([])
  })
})
