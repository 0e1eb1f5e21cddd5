import { expect } from '@playwright/test'
import { phone } from './support/devices.ts'
import { keepsPaper } from './support/lost-network.ts'
import type { Person } from './support/person.ts'
import { endsExamination, opensPanel, opensPoints, pointsOf, practiceBar } from './support/practice.ts'
import { test } from './support/story.ts'

/** A paper whose first two exercises have hints and a final answer. */
const PAPER = { path: '/sujets-bac/sm/2022-normale', title: 'Bac SM 2022 - Session Normale' }
/** A cheap phone computes about this many times as slowly as a laptop. */
const SLOWDOWN = 3

test.use({ ...phone.options, serviceWorkers: 'allow' })

async function isWeak({ context, page }: Person): Promise<void> {
  const tools = await context.newCDPSession(page)
  await tools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
}

test('a Premium student spends April on a weak phone: kept papers, a tunnel, an examination', {
  tag: '@resilience',
}, async ({ person, premiumStudent: student }) => {
  const { context, main } = person

  await test.step('at home a paper is kept', async () => {
    await person.hasSignedInBefore(student)
    await isWeak(person)
    await keepsPaper(person, PAPER.path)
  })

  await test.step('in a tunnel an exercise is worked on and marked', async () => {
    await person.losesNetwork()
    await person.opens('/')
    await expect(main.getByRole('region', { name: /^Examen national/ })).toBeVisible()
    await person.opens(PAPER.path)
    await person.staysWithoutNetwork()
    const exercises = main.getByRole('region', { name: 'Exercices' }).getByRole('heading', { level: 3 })
    await exercises.first().getByRole('link').click()
    await person.seesPage()
    await opensPanel(person)
    await practiceBar(person)
      .getByRole('button', { name: /^Demander un indice/ })
      .last()
      .click()
    await opensPoints(person)
    await pointsOf(person).fill('2')
    await person.sees(/^Gardé sur cet appareil\./, { within: practiceBar(person) })
    await context.setOffline(false)
    await person.sees('Enregistré dans votre compte.', { within: practiceBar(person) })
  })

  await test.step('an examination of the kept paper closes its correction, and ends with a score', async () => {
    await person.opens(`${PAPER.path}/examen`)
    await person.button("Commencer l'épreuve").click()
    await person.seesPage()
    await endsExamination(person)
    await person.button('Voir le corrigé').click()
    await person.dialog.getByRole('button', { name: 'Me noter' }).click()
    const sliders = person.dialog.getByRole('slider', { name: /^\d\. / })
    await expect(sliders).toHaveCount(4)
    for (const slider of await sliders.all()) await slider.fill('2')
    await expect(person.dialog.getByText('Enregistré dans votre compte.')).toBeAttached()
    await person.opens('/mes-revisions')
    await expect(main.getByRole('row', { name: new RegExp(PAPER.title) }).first()).toContainText(/8\s\/\s20$/)
  })

  await test.step('a sign-out says first that the kept papers go', async () => {
    await person.opensUserMenu(student.email)
    await person.button('Se déconnecter').click()
    await expect(person.dialog).toContainText('Vos documents gardés seront enlevés de cet appareil.')
    await person.dialog.getByRole('button', { name: 'Se déconnecter' }).click()
    await person.isVisitor()
  })
})
