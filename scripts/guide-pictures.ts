/** Signs in as the demo owner and changes nothing but the demo data: `npm start -- --reset` begins again. */
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from '@playwright/test'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { defineCommand, optionalText, runCommand } from './operations/command-line.ts'
import { ensureChromium } from './quality/checks/chromium.ts'

const FOLDER = fileURLToPath(new URL('../docs/guide/', import.meta.url))
const OWNER = { email: 'proprietaire@demo.bac', password: 'demo1234' }
const STUDENT = 'gratuit@demo.bac'
const LAST_TRACK = TRACK_CODES.at(-1)

/** One line is fine, one names a chapter that the last track does not teach: the report shows both. */
const CSV = `track;theme;chapter;year;session;resourceType;type;title;file
${TRACK_CODES[0]};ondes;1;2024;Normale;exercise;pdf;Ondes : énoncé 2024;1AbCdEfGhIjKlMnOpQrStUvWxYz012345
${LAST_TRACK};electrolyse;1;2024;Normale;exercise;pdf;Électrolyse : énoncé 2024;1AbCdEfGhIjKlMnOpQrStUvWxYz012346
`

/** Each picture: where it is taken and what is done before. */
const pictures: Record<string, (page: Page) => Promise<void>> = {
  'tableau-de-bord': async (page) => {
    await page.goto('/admin/tableau-de-bord')
    await page.getByRole('heading', { name: 'Tableau de bord' }).waitFor()
    await page.getByRole('button', { name: 'Vérifier maintenant' }).click()
    await page.getByText(`Bac ${LAST_TRACK} 2012`).first().waitFor()
    await page.evaluate('scrollTo(0, 0)')
  },
  utilisateurs: async (page) => {
    await page.goto(`/admin?q=${encodeURIComponent(STUDENT)}`)
    await page.getByRole('row', { name: new RegExp(STUDENT) }).waitFor()
  },
  paiement: async (page) => {
    await openAction(page, 'Paiement')
  },
  bloquer: async (page) => {
    await openAction(page, 'Bloquer')
  },
  ressource: async (page) => {
    await page.goto('/admin/ressources')
    const heading = page.getByRole('heading', { name: 'Ajouter une Nouvelle Ressource' })
    await heading.scrollIntoViewIfNeeded()
    // From the middle of the window to just below the fixed header.
    await page.mouse.move(500, 400)
    await page.mouse.wheel(0, 320)
  },
  import: async (page) => {
    await page.goto('/admin/ressources')
    const input = page.locator('input[type=file]').first()
    await input.setInputFiles({ name: 'ressources.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) })
    const report = page.getByText("Ce chapitre n'existe pas").first()
    await report.waitFor()
    await report.scrollIntoViewIfNeeded()
  },
  journal: async (page) => {
    await page.goto('/admin/audit')
    await page.getByRole('heading', { name: "Journal d'audit" }).waitFor()
    await page.getByRole('table').first().waitFor()
  },
  televerser: async (page) => {
    await page.goto('/sujets-bac/upload')
    await page.getByRole('heading', { name: 'Téléverser un Sujet du Bac' }).waitFor()
  },
}

async function openAction(page: Page, name: string): Promise<void> {
  await page.goto(`/admin?q=${encodeURIComponent(STUDENT)}`)
  const row = page.getByRole('row', { name: new RegExp(STUDENT) })
  await row.getByRole('button', { name: 'Autres actions' }).click()
  await row.getByRole('button', { name, exact: true }).click()
  await page.getByRole('dialog').waitFor()
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByRole('main').getByLabel('Email').fill(OWNER.email)
  await page.getByRole('main').getByLabel('Mot de passe', { exact: true }).fill(OWNER.password)
  await page.getByRole('main').getByRole('button', { name: 'Se connecter' }).click()
  await page.getByRole('button', { name: OWNER.email }).waitFor()
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/admin')
  await page.getByRole('button', { name: OWNER.email }).click()
  await page.getByRole('button', { name: 'Se déconnecter' }).click()
  await page.getByRole('button', { name: 'Se connecter' }).first().waitFor()
}

async function takeAll(browser: Browser, origin: string): Promise<void> {
  const page = await browser.newPage({
    baseURL: origin,
    viewport: { width: 1000, height: 860 },
    locale: 'fr-FR',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  await signIn(page)
  for (const [name, prepare] of Object.entries(pictures)) {
    await prepare(page)
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: `${FOLDER}${name}.png` })
    console.log(`docs/guide/${name}.png`)
  }
  await signOut(page)
}

async function run(origin: string): Promise<void> {
  // As root, Chromium cannot use its sandbox; the pages are our own, on loopback.
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] })
  try {
    await takeAll(browser, origin)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`${why}\nLe produit répond-il sur ${origin} ? Lancez-le d'abord : npm start`, { cause })
  } finally {
    await browser.close()
  }
}

export const command = defineCommand({
  name: 'npm run guide:pictures',
  summary: `Refait les images de docs/guide-proprietaire.md à partir des vrais écrans ; npm start doit tourner.`,
  options: { origin: optionalText('adresse', 'où le produit répond, http://localhost:3000 sans elle') },
  run: ({ origin = 'http://localhost:3000' }) => run(origin),
})

if (import.meta.main) process.exitCode = await runCommand(command)
