import { expect, type Locator, test } from '@playwright/test'
import { Account } from './support/account.ts'
import { aDocument, answers, asks, aVideo } from './support/answers.ts'
import { type TaughtTheme, TRACKS } from './support/curriculum.ts'
import { DEVICES } from './support/devices.ts'
import { Person } from './support/person.ts'

const CHAPTER = '/science-math/electricite/1'
const OPEN_TO_ALL = '/science-math/ondes/1'
const MENU = [
  'Accueil',
  'Science Math',
  'Science Physique',
  'SVT',
  'Sujets Bac',
  'Vidéos gratuites',
  'Contact',
]
const SITE = {
  email: 'contact@cap-physique-chimie.example',
  phone: '+212 600 00 00 00',
  social: 'https://reseau-social.example/cap-physique-chimie',
  rights: '© Cap Physique-Chimie. Tous droits réservés.',
}
const BENEFITS = [
  'Corrections détaillées étape par étape',
  'Vidéos explicatives',
  'Organisation par thèmes et notions clés',
  'Méthode de résolution des problèmes',
  'Contenu adapté à votre filière',
]
const WAITING = 'Chargement en cours...'
const OFFLINE = 'Vous êtes hors ligne. Veuillez vérifier votre connexion internet.'
const UNREACHABLE = 'Vérifiez votre connexion Internet et réessayez.'
const CHAPTER_FAILED =
  'Une erreur est survenue lors du chargement des ressources. Veuillez réessayer plus tard.'
const SUBJECTS_FAILED = 'Une erreur est survenue lors du chargement des sujets'
const MARKS_WAIT = 'Votre suivi est gardé sur cet appareil et sera enregistré au retour du réseau.'

/** What a browser writes about answers that refuse, and about a network that is not there. */
const REFUSED = /status of (400|404|503)/
const CUT = /ERR_INTERNET_DISCONNECTED|ERR_FAILED/

const cardTitles = (person: Person) => person.main.getByRole('heading', { level: 2, name: /^Sujet \d/ })
const documents = (person: Person) => person.main.getByRole('button', { name: /\((PDF|Vidéo)\)/ })

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('It is not on the page')
  return box
}

for (const { device, options } of DEVICES) {
  test.describe(device, () => {
    const isPhone = options.viewport.width < 600
    let person: Person

    test.beforeEach(async ({ browser }) => {
      person = await Person.withoutWorker(browser, options)
    })
    test.afterEach(async () => {
      expect(await person.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        options.viewport.width,
      )
      await person.leaves()
    })

    async function newStudent(origin: string): Promise<string> {
      const { email, password } = await Account.signedUp(origin)
      await person.signsIn(email, password)
      await person.isSignedIn(email)
      return email
    }

    async function opensMenu(): Promise<void> {
      if (isPhone) await person.button('Ouvrir le menu').click()
    }

    test('the home page says what there is, and leads to it', async () => {
      await person.opens('/')
      await person.isVisitor()
      await expect(person.page.getByRole('heading', { level: 1 })).toHaveText(
        'Réussissez votre bac en physique-chimie',
      )
      await person.sees(/Les sujets de l'examen national, leurs corrections et des vidéos/)
      await expect(person.main.getByRole('link', { name: 'Voir les sujets du bac' })).toHaveAttribute(
        'href',
        '/sujets-bac',
      )
      await expect(person.main.getByRole('term')).toHaveText([
        "sujets d'examen",
        'ressources',
        "ans d'expérience",
      ])
      await expect(person.main.getByRole('definition')).toHaveText([
        'Plus de 108',
        'Plus de 1200',
        'Plus de 25',
      ])

      const cards = person.page.getByRole('region', { name: 'Choisissez votre filière' }).getByRole('link')
      await expect(cards).toHaveCount(3)
      for (const [index, { label, path }] of TRACKS.entries()) {
        await expect(cards.nth(index)).toHaveAttribute('href', path)
        await expect(cards.nth(index)).toContainText(label)
      }
      const [first, second] = [await boxOf(cards.nth(0)), await boxOf(cards.nth(1))]
      if (isPhone) expect(second.y).toBeGreaterThan(first.y + first.height - 1)
      else expect(second.x).toBeGreaterThan(first.x + first.width - 1)

      const benefits = person.page.getByRole('region', { name: 'Ce que vous trouverez ici' })
      await expect(benefits.getByRole('heading', { level: 3 })).toHaveText(BENEFITS)
      await expect(benefits.getByRole('link', { name: 'Voir les vidéos gratuites' })).toBeVisible()

      await cards.nth(1).click()
      await expect(person.page).toHaveURL('/science-physique')
      await expect(person.page.getByRole('heading', { level: 1 })).toBeFocused()
    })

    test('the header stays, takes a background, and its menu leads everywhere', async () => {
      await person.opens('/')
      const header = person.page.getByRole('banner')
      const background = () => header.evaluate((element) => getComputedStyle(element).backgroundColor)
      const clear = await background()
      await person.page.evaluate(() => window.scrollTo(0, 10))
      await expect.poll(background).toBe(clear)
      await person.page.evaluate(() => window.scrollTo(0, 600))
      await expect.poll(background).not.toBe(clear)
      expect((await boxOf(header)).y).toBe(0)

      const links = header.getByRole('navigation', { name: 'Menu principal' }).getByRole('link')
      if (isPhone) await expect(links).toHaveCount(0)
      await opensMenu()
      await expect(links).toHaveText(MENU)
      for (const link of await links.all())
        expect((await boxOf(link)).height).toBeGreaterThanOrEqual(isPhone ? 44 : 24)
      await header.getByRole('link', { name: 'Contact' }).click()
      await expect(person.page).toHaveURL('/contact')
      await expect(person.page.getByRole('heading', { level: 1, name: 'Contact' })).toBeFocused()
      expect(await person.page.evaluate(() => window.scrollY)).toBe(0)
      await expect(person.button('Fermer le menu')).toBeHidden()
      if (isPhone) await expect(links).toHaveCount(0)
      else await expect(header.getByRole('link', { name: 'Contact' })).toHaveAttribute('aria-current', 'page')
    })

    test('the footer leads on and says who is there', async () => {
      await person.opens('/a-propos')
      await person.isVisitor()
      const footer = person.page.getByRole('contentinfo')
      await expect(footer.getByRole('navigation', { name: 'Liens rapides' }).getByRole('link')).toHaveText([
        'Accueil',
        'Science Math',
        'Science Physique',
        'SVT',
        'Sujets Bac',
        'Vidéos gratuites',
        'Accès Premium',
        'À propos',
      ])
      await expect(footer.getByRole('link', { name: SITE.email })).toHaveAttribute(
        'href',
        `mailto:${SITE.email}`,
      )
      await expect(footer.getByRole('link', { name: SITE.phone })).toHaveAttribute(
        'href',
        'tel:+212600000000',
      )
      await expect(footer.getByRole('link', { name: 'Notre page sociale' })).toHaveAttribute(
        'href',
        SITE.social,
      )
      await expect(footer.getByText(SITE.rights)).toBeVisible()
      await footer.getByRole('link', { name: 'Contact', exact: true }).click()
      await expect(person.page).toHaveURL('/contact')
      expect(await person.page.evaluate(() => window.scrollY)).toBe(0)
    })

    test('the track pages show what each track learns', async () => {
      for (const { code, path, label, physics, chemistry } of TRACKS) {
        await person.opens(path)
        await expect(person.page.getByRole('heading', { level: 1 })).toHaveText(label)
        await person.sees(`Filière ${code}`)
        for (const [part, themes] of [
          ['Partie Physique', physics],
          ['Partie Chimie', chemistry],
        ] as const)
          await seesThemes(person.page.getByRole('region', { name: part }), path, themes)
        await expect(person.main.getByRole('link', { name: `Sujets ${label}` })).toHaveAttribute(
          'href',
          `/sujets-bac/${code.toLowerCase()}`,
        )
      }
      await expect(person.main.getByText('Électrolyse')).toHaveCount(0)
    })

    async function seesThemes(part: Locator, path: string, themes: readonly TaughtTheme[]): Promise<void> {
      await expect(part.getByRole('heading', { level: 3 })).toHaveText(themes.map(([title]) => title))
      await expect(part.getByText(/^\d+ ressources$/)).toHaveText(
        themes.map(([, count]) => `${count} ressources`),
      )
      const links = part.getByRole('link')
      await expect(links).toHaveText(
        themes.flatMap(([, , chapters]) => chapters.map((title, index) => `${index + 1}${title}`)),
      )
      const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
      expect(addresses.every((address) => address?.startsWith(`${path}/`))).toBe(true)
      const numbers = addresses.map((address) => Number(address?.split('/').at(-1)))
      expect(numbers).toEqual(themes.flatMap(([, , chapters]) => chapters.map((_, index) => index + 1)))
    }

    test('a chapter shows a visitor its subjects, and asks who he is', async () => {
      await person.opens(CHAPTER)
      await expect(person.page.getByRole('heading', { level: 1 })).toHaveText('Dipôle RC')
      const head = person.main.getByText('Chapitre 1 sur 5').locator('..')
      await expect(head).toContainText('Électricité')
      await expect(head.getByRole('link', { name: 'Science Math' })).toHaveAttribute('href', '/science-math')

      await expect(cardTitles(person).first()).toBeVisible()
      const titles = await cardTitles(person).allTextContents()
      expect(titles.length).toBeGreaterThanOrEqual(6)
      for (const [index, title] of titles.entries())
        expect(title).toMatch(
          new RegExp(`^Sujet ${index + 1} - 20(0[89]|1\\d|2[0-5]) - Session (Normale|Rattrapage)$`),
        )
      const years = titles.map((title) => Number(title.split(' - ')[1]))
      expect(years).toEqual(years.toSorted((one, other) => other - one))

      await expect(person.main.getByRole('link', { name: 'Se connecter' })).toHaveAttribute('href', '/login')
      await expect(person.main.getByRole('link', { name: 'Créer compte' })).toHaveAttribute('href', '/signup')

      for (const name of ['Énoncé (PDF)', 'Correction (PDF)', 'Correction (Vidéo)']) {
        const button = person.main.getByRole('button', { name }).first()
        expect((await boxOf(button)).height).toBeGreaterThanOrEqual(44)
        await button.click()
        await expect(
          person.page.getByRole('dialog', { name: 'Connectez-vous ou passez en Premium' }),
        ).toBeVisible()
        await expect(person.dialog.getByRole('link', { name: 'Passer en Premium' })).toHaveAttribute(
          'href',
          '/premium',
        )
        await expect(person.dialog.getByRole('link', { name: 'Créer compte' })).toHaveAttribute(
          'href',
          '/signup',
        )
        await person.dialog.getByRole('button', { name: 'Fermer' }).click()
        await expect(person.dialog).toBeHidden()
      }
      await person.main.getByRole('button', { name: 'Énoncé (PDF)' }).first().click()
      await person.dialog.getByRole('button', { name: 'Se connecter' }).click()
      await expect(person.page.getByRole('dialog', { name: 'Connexion' })).toBeVisible()
    })

    test('one chapter leads to the next, over the borders of themes', async () => {
      await person.opens(CHAPTER)
      await expect(person.link(/Chapitre précédent · Nucléaire\s+Noyaux – masse et énergie/)).toHaveAttribute(
        'href',
        '/science-math/nucleaire/2',
      )
      await person.link(/Chapitre suivant · Électricité\s+Dipôle RL/).click()
      await expect(person.page).toHaveURL('/science-math/electricite/2')
      await expect(person.page.getByRole('heading', { level: 1, name: 'Dipôle RL' })).toBeFocused()
      await person.opens('/svt/ondes/1')
      await expect(person.link(/Chapitre suivant/)).toBeVisible()
      await expect(person.link(/Chapitre précédent/)).toHaveCount(0)
      await person.opens('/svt/chimie-organique/1')
      await expect(person.link(/Chapitre précédent · Piles/)).toBeVisible()
      await expect(person.link(/Chapitre suivant/)).toHaveCount(0)
    })

    test('filters narrow a chapter, and stand in its address', async () => {
      await person.opens(CHAPTER)
      const filters = person.page.getByRole('search', { name: 'Filtrer les sujets' })
      await expect(filters).toBeVisible()
      const all = await cardTitles(person).count()
      const count = person.main.getByRole('status').filter({ hasText: /sujets?/ })
      await expect(count).toHaveText(`${all} sujets`)

      await filters.getByLabel('Type').selectOption({ label: 'Correction (Vidéo)' })
      await expect(person.page).toHaveURL(/type=correction-video/)
      await expect(documents(person).filter({ hasNotText: 'Correction (Vidéo)' })).toHaveCount(0)
      const third = await cardTitles(person).last().textContent()
      const year = third?.split(' - ')[1] ?? ''
      await filters.getByLabel('Année').selectOption(year)
      await expect(person.page).toHaveURL(new RegExp(`annee=${year}`))
      await expect(cardTitles(person).filter({ hasNotText: year })).toHaveCount(0)
      await expect(count).toHaveText(new RegExp(`^\\d sujets? sur ${all}$`))

      await person.page.reload()
      await expect(cardTitles(person).filter({ hasText: year }).first()).toBeVisible()
      await expect(cardTitles(person).filter({ hasNotText: year })).toHaveCount(0)
      await expect(filters.getByLabel('Année')).toHaveValue(year)
      await person.button('Effacer les filtres').click()
      await expect(person.page).toHaveURL(CHAPTER)
      await expect(cardTitles(person)).toHaveCount(all)
    })

    test('filters that leave nothing say so', async () => {
      await answers(person.page, `/api/chapters${CHAPTER}`, {
        items: [
          aDocument(),
          aDocument({ id: 'doc-2', year: '2023', session: 'Rattrapage', resourceType: 'correction' }),
        ],
      })
      await person.opens(`${CHAPTER}?annee=2024&session=Rattrapage`)
      await person.sees('Aucun sujet ne correspond à ces filtres.')
      await person.sees('0 sujet sur 2')
      await person.page.getByLabel('Session').selectOption('Toutes')
      await expect(cardTitles(person)).toHaveText(['Sujet 1 - 2024 - Session Normale'])
    })

    test('a free student sees locks and what Premium opens', async ({ baseURL }) => {
      const email = await newStudent(baseURL as string)
      await person.opens(OPEN_TO_ALL)
      await person.sees('Contenu Premium')
      await expect(person.main.getByRole('link', { name: 'Passer en Premium' })).toHaveAttribute(
        'href',
        '/premium',
      )
      const locked = documents(person).filter({ hasNotText: 'Gratuit' })
      expect(await locked.count()).toBeGreaterThan(10)
      for (const button of await locked.all()) {
        await expect(button).toBeDisabled()
        // The second picture is the lock.
        await expect(button.locator('svg')).toHaveCount(2)
      }
      await person.button('Cours (Vidéo) Gratuit').click()
      await expect(person.dialog.locator('video')).toHaveCount(1)
      await person.dialog.getByRole('button', { name: 'Fermer' }).click()

      await person.opens('/sujets-bac/svt')
      await expect(person.rows.getByRole('link', { name: 'Passer en Premium' })).toHaveCount(32)
      await expect(person.button('Voir')).toHaveCount(0)
      await person.signsOut(email)
    })

    test('the subjects of each track stand in a table', async () => {
      await person.opens('/sujets-bac')
      await expect(person.page.getByRole('heading', { level: 1 })).toHaveText('Sujets du Bac')
      for (const { code } of TRACKS)
        await expect(person.main.getByRole('link', { name: `Sujets ${code}` })).toHaveAttribute(
          'href',
          `/sujets-bac/${code.toLowerCase()}`,
        )
      await expect(person.link(/Téléverser/)).toHaveCount(0)

      for (const { code, label } of TRACKS) {
        await person.opens(`/sujets-bac/${code.toLowerCase()}`)
        await expect(person.page.getByRole('heading', { level: 1 })).toHaveText(`Sujets ${label}`)
        const table = person.page.getByRole('table', { name: `Sujets ${label}` })
        await expect(table.getByRole('rowheader')).toHaveText(
          Array.from({ length: 18 }, (_, index) => String(2025 - index)),
        )
        await expect(table.getByRole('cell')).toHaveCount(36)
        await expect(table.getByText('Non disponible').first()).toBeVisible()
        await expect(table.getByRole('link', { name: 'Passer en Premium' }).first()).toHaveAttribute(
          'href',
          '/premium',
        )
        const [normale, rattrapage] = [
          await boxOf(person.row('2024').getByRole('cell').nth(0)),
          await boxOf(person.row('2024').getByRole('cell').nth(1)),
        ]
        if (isPhone) expect(rattrapage.y).toBeGreaterThan(normale.y)
        else expect(rattrapage.y).toBe(normale.y)
      }
      await person.page
        .getByRole('navigation', { name: 'Filières' })
        .getByRole('link', { name: 'SVT' })
        .click()
      await expect(person.page).toHaveURL('/sujets-bac/svt')
    })

    test('the free videos are counted, shown and played', async () => {
      await person.opens('/videos-gratuites')
      await expect(person.page.getByRole('heading', { level: 1 })).toHaveText('Vidéos Gratuites')
      await person.sees('12 vidéos gratuites disponibles')
      const watch = person.button(/^Regarder la vidéo/)
      await expect(watch).toHaveCount(12)
      await expect(person.main.getByRole('link', { name: 'Découvrir Premium' })).toHaveAttribute(
        'href',
        '/premium',
      )
      const [first, second] = [await boxOf(watch.nth(0)), await boxOf(watch.nth(1))]
      if (isPhone) expect(second.y).toBeGreaterThan(first.y)
      else expect(second.x).toBeGreaterThan(first.x)
      await watch.first().click()
      const video = person.dialog.locator('video')
      await expect.poll(() => video.evaluate((it: HTMLVideoElement) => it.duration)).toBeGreaterThan(1)
      await person.dialog.getByRole('button', { name: 'Fermer' }).click()
      await expect(person.dialog).toBeHidden()
      await expect(watch.first()).toBeFocused()
    })

    test('the search finds without accents, in groups, and says when there is nothing', async () => {
      await person.opens('/')
      await person.isVisitor()
      await person.button('Rechercher').click()
      const field = person.page.getByRole('combobox', { name: 'Chapitre, thème, sujet ou vidéo' })
      const found = (kind: string) =>
        person.dialog.getByRole('group', { name: new RegExp(`^${kind}`) }).getByRole('option')
      await expect(field).toBeFocused()
      await person.sees('Par exemple :', { within: person.dialog })

      await field.fill('ELECTROLYSE')
      await expect(found('Thèmes').first()).toContainText('Électrolyse')
      await expect(found('Chapitres').first()).toContainText('Électrolyse des solutions aqueuses')
      await field.fill('sujet 2019 rattrapage pc')
      await expect(found('Sujets du bac')).toHaveCount(1)
      await field.fill('essentiel')
      await expect(found('Vidéos gratuites').first()).toBeVisible()
      await expect(person.dialog.getByRole('status')).toHaveText(/^\d+ résultats$/)
      await field.fill('quantique')
      await expect(person.dialog.getByRole('status')).toHaveText('Aucun résultat pour « quantique ».')
      await expect(person.dialog.getByRole('option')).toHaveCount(0)

      await field.fill('sujet 2019 rattrapage pc')
      await found('Sujets du bac').first().click()
      await expect(person.page).toHaveURL('/sujets-bac/pc#2019-rattrapage')
      await expect(person.dialog).toBeHidden()
      await expect(person.page.locator('[id="2019-rattrapage"]')).toBeInViewport()
    })

    test('a student marks what he has done, and finds it again', async ({ baseURL }) => {
      const email = await newStudent(baseURL as string)
      const statement = person.page.getByRole('group', { name: 'Suivi : Énoncé (PDF)' }).first()
      const done = statement.getByRole('button', { name: 'Fait' })
      const review = statement.getByRole('button', { name: 'À revoir' })
      const saved = () =>
        person.page.waitForResponse(
          (response) => response.request().method() === 'PUT' && response.url().includes('/api/progress/'),
        )
      await person.opens(CHAPTER)
      await person.sees(/^0 \/ \d+ fait/)
      expect((await boxOf(done)).height).toBeGreaterThanOrEqual(44)
      const first = saved()
      await done.click()
      expect((await first).status()).toBe(200)
      await expect(done).toHaveAttribute('aria-pressed', 'true')
      await person.sees(/^1 \/ \d+ fait/)

      await person.page.reload()
      await expect(done).toHaveAttribute('aria-pressed', 'true')
      await person.opens('/science-math')
      await expect(person.link(/Dipôle RC\s*1 fait$/)).toBeVisible()
      await person.sees('1 chapitre commencé sur 5')

      await person.opens(CHAPTER)
      await expect(done).toHaveAttribute('aria-pressed', 'true')
      await person.expecting(CUT, () => person.context.setOffline(true))
      await person.sees(OFFLINE)
      await review.click()
      await person.sees(MARKS_WAIT)
      await expect(review).toHaveAttribute('aria-pressed', 'true')
      const second = saved()
      await person.context.setOffline(false)
      expect((await second).status()).toBe(200)
      await expect(person.page.getByText(MARKS_WAIT)).toBeHidden()
      await person.page.reload()
      await expect(review).toHaveAttribute('aria-pressed', 'true')
      await expect(done).toHaveAttribute('aria-pressed', 'false')
      await person.signsOut(email)
    })
  })
}

test.describe('on any device', () => {
  let person: Person

  test.beforeEach(async ({ browser }) => {
    person = await Person.withoutWorker(browser)
  })
  test.afterEach(() => person.leaves())

  test('the home page counts the days to the exams', async () => {
    const texts = person.page.getByRole('region', { name: 'Prochains examens' }).getByRole('listitem')
    for (const [today, said] of [
      ['2027-05-22', ['dans 12 jours', 'dans 44 jours']],
      ['2027-06-02', ["c'est demain", 'dans 33 jours']],
      ['2027-06-03', ["c'est aujourd'hui", 'dans 32 jours']],
      ['2027-06-04', ['dans 31 jours']],
    ] as const) {
      await person.page.clock.setFixedTime(new Date(`${today}T10:00:00`))
      await person.opens('/')
      await expect(texts.getByRole('strong')).toHaveText([...said])
    }
    await expect(texts).toContainText(['Examen national, session de rattrapage'])
    await expect(texts).toContainText(['5 juillet 2027'])
    await person.page.clock.setFixedTime(new Date('2027-07-06T10:00:00'))
    await person.opens('/')
    await person.sees('Les prochaines dates seront annoncées ici.')
    await expect(texts).toHaveCount(0)
  })

  test('a chapter waits, is empty, or fails', async () => {
    await person.whileWaitingFor(
      asks('/api/chapters/'),
      () => person.opens(CHAPTER),
      async () => {
        await person.sees(WAITING)
        await expect(cardTitles(person)).toHaveCount(0)
      },
    )
    await expect(cardTitles(person).first()).toBeVisible()
    await expect(person.page.getByText(WAITING)).toBeHidden()

    await answers(person.page, '/api/chapters/svt/piles/1', { items: [] })
    await person.opens('/svt/piles/1')
    await person.sees('Aucun sujet disponible pour ce chapitre.')
    await expect(person.link(/Chapitre suivant/)).toBeVisible()

    await answers(person.page, '/api/chapters/svt/ondes/1', { status: 503, code: 'TEMPORARILY_UNAVAILABLE' })
    await person.expecting(REFUSED, () => person.opens('/svt/ondes/1'))
    await expect(person.alert).toContainText(CHAPTER_FAILED)
    await person.page.unrouteAll()
    await person.button('Réessayer').click()
    await expect(cardTitles(person).first()).toBeVisible()
    await expect(person.alert).toBeHidden()
  })

  test('a table of subjects waits, has nothing, or fails', async () => {
    await person.whileWaitingFor(
      asks('/api/subjects'),
      () => person.opens('/sujets-bac/sm'),
      async () => {
        await person.sees(WAITING)
        await expect(person.page.getByRole('table')).toHaveCount(0)
      },
    )
    await expect(person.rows).toHaveCount(18)

    await answers(person.page, '/api/subjects', { items: [] })
    await person.opens('/sujets-bac/sm')
    await expect(person.rows.getByText('Non disponible')).toHaveCount(36)

    await person.page.unrouteAll()
    await answers(person.page, '/api/subjects', { status: 503, code: 'TEMPORARILY_UNAVAILABLE' })
    await person.expecting(REFUSED, () => person.opens('/sujets-bac/pc'))
    await expect(person.alert).toContainText(SUBJECTS_FAILED)
    await person.page.unrouteAll()
    await person.button('Réessayer').click()
    await expect(person.rows).toHaveCount(18)

    await person.page.route('**/api/subjects*', (route) => route.abort())
    await person.expecting(CUT, () => person.opens('/sujets-bac/svt'))
    await expect(person.alert).toContainText(SUBJECTS_FAILED)
    await expect(person.alert).toContainText(UNREACHABLE)
  })

  test('the free videos wait, are none or one, or fail', async () => {
    await person.whileWaitingFor(
      asks('/api/videos'),
      () => person.opens('/videos-gratuites'),
      () => person.sees(WAITING),
    )
    await person.sees('12 vidéos gratuites disponibles')

    for (const [items, text] of [
      [[], 'Aucune vidéo gratuite disponible'],
      [[aVideo()], '1 vidéo gratuite disponible'],
    ] as const) {
      await person.page.unrouteAll()
      await answers(person.page, '/api/videos', { items })
      await person.opens('/videos-gratuites')
      await expect(person.main.getByText(text, { exact: true })).toBeVisible()
      await expect(person.link('Découvrir Premium')).toBeVisible()
    }

    await person.page.unrouteAll()
    await answers(person.page, '/api/videos', { status: 503, code: 'TEMPORARILY_UNAVAILABLE' })
    await person.expecting(REFUSED, () => person.opens('/videos-gratuites'))
    await expect(person.alert).toContainText('Erreur lors du chargement des ressources')
    await person.page.unrouteAll()
    await person.button('Réessayer').click()
    await person.sees('12 vidéos gratuites disponibles')

    await person.expecting(CUT, () => person.context.setOffline(true))
    await person.sees('Les informations affichées sont les dernières reçues.')
    await person.sees(OFFLINE)
    await expect(person.button(/^Regarder la vidéo/)).toHaveCount(12)
    await person.context.setOffline(false)
    await expect(person.main.getByText(OFFLINE)).toBeHidden()
  })

  test('the contact page says how and when', async () => {
    await person.opens('/contact')
    await expect(person.page.getByRole('heading', { level: 1 })).toHaveText('Contact')
    await expect(person.main.getByRole('link', { name: SITE.email })).toHaveAttribute(
      'href',
      `mailto:${SITE.email}`,
    )
    await expect(person.main.getByRole('link', { name: SITE.phone })).toHaveAttribute(
      'href',
      'tel:+212600000000',
    )
    await expect(person.main.getByRole('link', { name: 'Notre page sociale' })).toHaveAttribute(
      'href',
      SITE.social,
    )
    await person.sees('Du lundi au vendredi, de 9h à 18h')
    await person.sees('En dehors de ces horaires, pour une demande urgente, écrivez-nous par e-mail.')
  })

  test('the about page tells the mission, four features and the approach', async () => {
    await person.opens('/a-propos')
    await expect(person.page.getByRole('heading', { level: 1 })).toHaveText('À propos')
    await person.sees(/^Plus de 25 ans d'enseignement/)
    await person.sees(/^Donner à chaque élève les moyens de comprendre/)
    for (const name of [
      'Notre mission',
      'Sujets nationaux',
      'Corrections détaillées',
      'Vidéos explicatives',
      'Classement clair',
      'Notre approche',
    ])
      await expect(person.heading(name)).toBeVisible()
    const approach = person.page.getByRole('region', { name: 'Notre approche' })
    await expect(approach.getByRole('listitem')).toHaveCount(4)
    await person.link('Nous contacter').click()
    await expect(person.page).toHaveURL('/contact')
  })

  test('the Premium page says what it costs, how to pay, and has the message ready', async ({ baseURL }) => {
    await person.opens('/premium')
    await expect(person.page.getByRole('heading', { level: 1 })).toHaveText('Accès Premium')
    await person.sees('250 DH')
    await person.sees("Un seul paiement, valable jusqu'au 10 juillet 2026.")
    const steps = person.page
      .getByRole('region', { name: 'Comment faire ?' })
      .getByRole('heading', { level: 3 })
    await expect(steps).toHaveText(['Contactez-nous', 'Payez', 'Accédez'])
    const means = person.page.getByRole('region', { name: 'Moyens de paiement' })
    for (const text of [
      'Virement bancaire',
      'Banque Exemple',
      '000 000 0000000000000000 00',
      'Agence Transfert Un',
      'Agence Transfert Deux',
    ])
      await expect(means.getByText(text)).toBeVisible()
    await person.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await means.getByRole('button', { name: 'Copier le numéro de compte' }).click()
    await person.sees('Le numéro de compte est copié.', { within: means })
    expect(await person.page.evaluate(() => navigator.clipboard.readText())).toBe(
      '000 000 0000000000000000 00',
    )
    await expect(person.main.getByRole('link', { name: 'Nous contacter' })).toHaveAttribute(
      'href',
      '/contact',
    )

    const questions = person.page.getByRole('region', { name: 'Questions fréquentes' })
    const answer = questions.getByText(/^Oui, mais pas en même temps/)
    await expect(answer).toBeHidden()
    await questions.getByText('Puis-je utiliser mon compte sur plusieurs appareils ?').click()
    await expect(answer).toBeVisible()

    const message = async () => {
      const href = await person.link('Écrire sur WhatsApp').getAttribute('href')
      const url = new URL(href ?? '')
      expect(url.origin + url.pathname).toBe('https://wa.me/212600000000')
      return url.searchParams.get('text')
    }
    const request = 'Bonjour, je souhaite passer en Premium (250 DH).\nEmail de mon compte :'
    expect(await message()).toBe(request)
    const { email, password } = await Account.signedUp(baseURL as string)
    await person.signsIn(email, password)
    await person.isSignedIn(email)
    await person.opens('/premium')
    await person.sees(`Le message est prêt, avec l'email de votre compte : ${email}.`)
    expect(await message()).toBe(`${request} ${email}`)
    await person.signsOut(email)
  })

  test('whoever has Premium is not asked to buy it, and reads what is not there yet', async () => {
    const email = 'premium@demo.bac'
    await person.signsIn(email, 'demo1234')
    await person.isSignedIn(email)
    await person.opens('/premium')
    await person.sees("Votre compte a déjà l'accès Premium.")
    await expect(person.link('Écrire sur WhatsApp')).toHaveCount(0)

    await answers(person.page, `/api/chapters${CHAPTER}`, {
      items: [
        aDocument({ available: false }),
        aDocument({ id: 'doc-2', resourceType: 'correction', type: 'video', available: false }),
      ],
    })
    await person.opens(CHAPTER)
    await expect(documents(person)).toHaveCount(2)
    for (const [name, text] of [
      ['Énoncé (PDF)', 'Ce document sera disponible prochainement.'],
      ['Correction (Vidéo)', 'Cette vidéo sera disponible prochainement.'],
    ] as const) {
      await person.button(name).click()
      await person.sees(text, { within: person.dialog })
      await person.dialog.getByRole('button', { name: 'Fermer' }).click()
    }

    const paper = {
      id: 'bac-SM-2023-Normale',
      track: 'SM',
      year: '2023',
      session: 'Normale',
      hasFile: false,
      size: null,
      pages: null,
    }
    await answers(person.page, '/api/subjects', { items: [paper] })
    await person.opens('/sujets-bac/sm')
    await expect(person.button('Télécharger')).toHaveCount(0)
    const said = person.page.waitForEvent('dialog')
    const click = person.button('Voir').click()
    const alert = await said
    expect(alert.message()).toBe("Ce document n'est pas encore disponible. Il sera ajouté prochainement.")
    await alert.accept()
    await click
    await person.signsOut(email)
  })

  test('an address that does not exist says so, also to machines', async () => {
    await person.expecting(REFUSED, async () => {
      for (const path of ['/nulle-part', '/svt/electrolyse/1', '/svt/ondes/9', '/sujets-bac/tc']) {
        const response = await person.page.goto(path)
        expect(response?.status(), path).toBe(404)
        await expect(person.page.getByRole('heading', { level: 1 })).toHaveText(/introuvable$/)
      }
      await person.opens('/nulle-part')
    })
    await expect(person.page.getByRole('heading', { level: 1 })).toHaveText('Page introuvable')
    await person.link("Retour à l'accueil").click()
    await expect(person.page).toHaveURL('/')
  })

  test('a page whose script does not come says so, and can be asked for again', async () => {
    await person.opens('/contact')
    await person.isVisitor()
    const chunks = (url: URL) => /\/assets\/about-page-.*\.js$/.test(url.pathname)
    await person.page.route(chunks, (route) => route.abort())
    await person.expecting(/ERR_FAILED|dynamically imported module/, () =>
      person.page.getByRole('contentinfo').getByRole('link', { name: 'À propos' }).click(),
    )
    await expect(person.page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!')
    await person.page.unroute(chunks)
    await person.button('Réessayer').click()
    await expect(person.page.getByRole('heading', { level: 1 })).toHaveText('À propos')
  })

  test('the search opens by its keys, and tells which lists it does not have', async () => {
    await person.opens('/')
    await person.isVisitor()
    const field = person.dialog.getByRole('combobox')
    for (const key of ['Control+k', '/']) {
      await person.page.keyboard.press(key)
      await expect(field).toBeFocused()
      await person.page.keyboard.press('Escape')
      await expect(person.dialog).toBeHidden()
    }
    await answers(person.page, '/api/subjects', { status: 400, code: 'INVALID_REQUEST' })
    await answers(person.page, '/api/videos', { status: 400, code: 'INVALID_REQUEST' })
    await person.opens('/')
    await person.isVisitor()
    await person.expecting(REFUSED, () => person.page.keyboard.press('Control+k'))
    await person.sees(/Les sujets du bac et les vidéos n'ont pas pu être chargés\./, {
      within: person.dialog,
    })
    await field.fill('newton')
    await expect(person.dialog.getByRole('option').first()).toContainText('Lois de Newton')
    await person.page.unrouteAll()
    await person.dialog.getByRole('button', { name: 'Réessayer' }).click()
    await field.fill('2019')
    await expect(person.dialog.getByRole('group', { name: /^Sujets du bac/ })).toBeVisible()
  })
})
