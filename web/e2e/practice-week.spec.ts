import { expect } from '@playwright/test'
import { daysBefore, daysBetween, mondayOf, moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import { isLongRun } from '#shared/test-support/runs.ts'
import { freshEmail, password } from './support/account.ts'
import { DEVICES, desktop, phone } from './support/devices.ts'
import type { Person } from './support/person.ts'
import { closesPaper, opensPoints, pointsOf, practiceBar, readsStatement } from './support/practice.ts'
import { test } from './support/story.ts'

test.use(phone.options)

/** A link to the free paper of the track. */
const FREE_PAPER = /2023.*Normale/
/** A paper with a correction and exercises. */
const PAPER = '/sujets-bac/sm/2022-normale'

/** Gives the exercise that is shown its points, under the correction. */
async function marks(person: Person, earned: string): Promise<void> {
  await opensPoints(person)
  await pointsOf(person).fill(earned)
  await person.sees('Enregistré dans votre compte.', { within: practiceBar(person) })
  await closesPaper(person)
}

/** Opens an exercise of the paper by its place on the page. */
async function opensExercise(person: Person, index: number): Promise<void> {
  await person.opens(PAPER)
  const titles = person.main.getByRole('region', { name: 'Exercices' }).getByRole('heading', { level: 3 })
  await titles.nth(index).getByRole('link').click()
  await readsStatement(person)
}

for (const { device, options } of isLongRun ? DEVICES : [phone])
  test.describe(device, () => {
    test.use(options)

    test('a new student marks a first exercise seven taps after the form of the sign-up', async ({
      person,
    }) => {
      const email = freshEmail()
      await person.signsUp(email, password)
      const taps = [
        person.dialog.getByRole('button', { name: 'Science Physique', exact: true }),
        person.main.getByRole('link', { name: /^Commencer Choisir un sujet du bac/ }),
        person.main.getByRole('link', { name: FREE_PAPER }).first(),
        person.main.getByRole('region', { name: 'Exercices' }).getByRole('link').first(),
        practiceBar(person).getByRole('button', { name: 'Voir le corrigé' }),
        practiceBar(person).locator('[aria-expanded]'),
        practiceBar(person).getByRole('button', { name: /^Un quart de point de plus/ }),
      ]
      for (const tap of taps) await tap.click()
      await person.sees('Enregistré dans votre compte.', { within: practiceBar(person) })
      await closesPaper(person)
      await person.opens('/')
      await person.sees(/^1 sur \d+ fait$/)
    })
  })

test('a student practises on a phone and a computer through a week, with one score', async ({
  person,
  premiumStudent: student,
  arrives,
}) => {
  await person.hasSignedInBefore(student)
  await opensExercise(person, 0)
  await marks(person, '1')
  await person.signsOut(student.email)
  await student.signsIn()

  const laptop = await arrives(desktop.options, student)
  await opensExercise(laptop, 0)
  await expect(practiceBar(laptop).locator('[aria-expanded]')).toContainText(/^.*1 \/ /)
  await marks(laptop, '2')
  await opensExercise(laptop, 1)
  // A heartbeat carries the place to the account.
  const carried = laptop.page.waitForResponse(
    (response) => response.ok() && (response.request().postData()?.includes('"exercise":2') ?? false),
  )
  await laptop.page.evaluate(() => window.dispatchEvent(new Event('online')))
  await carried
  await marks(laptop, '1')
  await laptop.opens('/mes-revisions')
  const day = (reader: Person) =>
    reader.main.getByRole('table', { name: /^Mes notes/ }).getByRole('row', { name: /^2 exercices / })
  const losses = (reader: Person) => reader.main.getByRole('table', { name: /^Points perdus par chapitre/ })
  await expect(day(laptop)).toBeVisible()
  const [score, lost] = [await day(laptop).innerText(), await losses(laptop).innerText()]
  await laptop.signsOut(student.email)
  await student.signsIn()

  await person.hasSignedInBefore(student)
  await person.opens('/')
  const own = person.main.getByRole('region', { name: /^Examen national/ })
  await expect(own.getByRole('button', { name: /^Reprendre Bac SM 2022.* Exercice 2/ })).toBeVisible()
  await expect(own).toContainText(/2 sur \d+ faits/)
  await own.getByRole('link', { name: 'Mes révisions' }).click()
  await expect(day(person)).toContainText(score.split('\n').at(-1)?.trim() ?? '')
  await expect(losses(person)).toContainText(lost.split('\n')[0]?.trim() ?? '')
})

test('three weeks before the examination a free student has evenings of 45 minutes, and goes from the plan to an exercise and back', async ({
  person,
  student,
}) => {
  const { page, main } = person
  const today = moroccanDay(new Date())
  const exam = daysBefore(today, -21)
  await page.route('**/mes-revisions', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replaceAll(/"date":"[\d-]+"/g, `"date":"${exam}"`)
    await route.fulfill({ response: answer, body })
  })
  await person.hasSignedInBefore(student)
  await person.opens('/mes-revisions')
  await main.getByLabel('Votre filière').selectOption('PC')
  const plan = main.getByRole('region', { name: /^Mon programme/ })
  const weeks = plan.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) })
  const linksOf = async (week: number) => (await weeks.nth(week).getByRole('link').allInnerTexts()).join('\n')
  const minutesOf = (work: string) =>
    [...work.matchAll(/^(?:(\d+)\sh\s)?(\d+)(?:\smin)?(?=\s·|$)/gm)].reduce(
      (sum, [, hours = '0', minutes]) => sum + 60 * Number(hours) + Number(minutes),
      0,
    )

  await test.step('what can be done, one whole paper a week at most, and nothing that is locked', async () => {
    await expect(plan.getByLabel('45 min')).toBeChecked()
    for (const [week, days] of [7 - daysBetween(mondayOf(today), today), 7, 7].entries()) {
      const work = await linksOf(week)
      expect(minutesOf(work), work).toBeLessThanOrEqual(45 * days)
      expect(work.match(/Passer le sujet/g) ?? []).toHaveLength(Number(week > 0))
    }
    for (const link of await plan.getByRole('link', { name: /sujet \d/ }).all())
      await expect(link).toHaveAttribute('href', /^\/sujets-bac\/pc\/202[13]-normale/)
  })

  await test.step('an exercise opens where it begins, as wide as the screen, and closing it leads back', async () => {
    const first = plan.getByRole('link', { name: /^Faire l'exercice/ }).first()
    const [, number] = /l'exercice (\d)/.exec(await first.innerText()) ?? []
    await first.scrollIntoViewIfNeeded()
    const place = await page.evaluate(() => window.scrollY)
    await first.click()
    await person.seesPage()
    const heading = person.dialog.getByText(new RegExp(`^Exercice ${number}`, 'i')).first()
    await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(200)
    await person.page.keyboard.press('Escape')
    await expect(page).toHaveURL(/mes-revisions$/)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place)
  })

  await test.step('a quarter of an hour a day has no room for a whole paper', async () => {
    await plan.getByText('15 min', { exact: true }).first().click()
    await expect(plan.getByRole('link', { name: /^Passer le sujet/ })).toHaveCount(0)
  })
})
