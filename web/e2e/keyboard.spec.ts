import { expect } from '@playwright/test'
import { Keyboard } from './support/keyboard.ts'
import type { Person } from './support/person.ts'
import { test } from './support/story.ts'

const CHAPTER = '/science-math/electricite/1'
const PREMIUM = { email: 'premium@demo.bac', password: 'demo1234' }

let person: Person
let keyboard: Keyboard

test.beforeEach(({ person: arrived }) => {
  person = arrived
  keyboard = new Keyboard(person.page)
})

const pageHeading = (name: string) => person.page.getByRole('heading', { level: 1, name })
const inHeader = (name: string) => person.page.getByRole('banner').getByRole('link', { name })

test('the first Tab stop skips to the content', async () => {
  await person.opens('/')
  await keyboard.presses('Tab')
  const skip = person.link('Aller au contenu')
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await keyboard.presses('Enter')
  await expect(person.main).toBeFocused()
  await keyboard.presses('Tab')
  await expect(person.main.getByRole('link', { name: 'Voir les sujets du bac' })).toBeFocused()
})

test('a student signs in, goes to the papers and signs out by keyboard', async () => {
  await person.opens('/')
  const signIn = person.page.getByRole('banner').getByRole('button', { name: 'Se connecter' })
  await keyboard.uses(signIn)
  const dialog = person.page.getByRole('dialog', { name: 'Connexion' })
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await keyboard.staysIn(dialog)
  await keyboard.presses('Escape')
  await expect(dialog).toBeHidden()
  await expect(signIn).toBeFocused()

  await keyboard.presses('Enter')
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await keyboard.types(PREMIUM.email)
  await keyboard.goesTo(dialog.getByLabel('Mot de passe', { exact: true }))
  await keyboard.types(PREMIUM.password)
  await keyboard.presses('Enter')
  await person.isSignedIn(PREMIUM.email)
  await expect(dialog).toBeHidden()

  await keyboard.uses(inHeader('Sujets Bac'), 'Shift+Tab')
  await expect(pageHeading('Sujets du Bac')).toBeFocused()
  await keyboard.uses(person.link('Sujets SM'))
  await expect(pageHeading('Sujets Science Math')).toBeFocused()
  await expect(person.rows).toHaveCount(18)
  const account = person.button(PREMIUM.email)
  await keyboard.uses(account, 'Shift+Tab')
  await person.sees('Compte Premium', { within: person.userMenu })
  await keyboard.goesTo(person.button('Rafraîchir la session'))
  await keyboard.presses('Escape')
  await expect(account).toBeFocused()
  await expect(person.button('Se déconnecter')).toBeHidden()
  await keyboard.presses('Enter')
  await keyboard.uses(person.button('Se déconnecter'))
  await person.isVisitor()
  await expect(person.main).toBeFocused()
})

test('a visitor searches and chooses a result with the arrow keys', async () => {
  await person.opens('/contact')
  await person.isVisitor()
  await keyboard.presses('/')
  const field = person.dialog.getByRole('combobox')
  await expect(field).toBeFocused()
  await keyboard.types('rlc')
  const options = person.dialog.getByRole('option')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await keyboard.presses('ArrowDown')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  const isActive = async () => {
    const [active, id] = [
      await field.getAttribute('aria-activedescendant'),
      await options.nth(1).getAttribute('id'),
    ]
    return active === id
  }
  await expect.poll(isActive).toBe(true)
  await keyboard.presses('ArrowUp', 'ArrowUp')
  await expect(options.last()).toHaveAttribute('aria-selected', 'true')
  await keyboard.presses('ArrowDown')
  const address = (await options.first().getAttribute('href')) ?? ''
  await keyboard.staysIn(person.dialog)
  await keyboard.goesTo(field)
  await keyboard.presses('Enter')
  await expect(person.page).toHaveURL(address)
  await expect(person.page.getByRole('heading', { level: 1 })).toBeFocused()

  const opener = person.button('Rechercher')
  await keyboard.uses(opener, 'Shift+Tab')
  await expect(field).toBeFocused()
  await keyboard.presses('Escape')
  await expect(opener).toBeFocused()
})

test('a visitor filters a chapter and opens a locked document by keyboard', async () => {
  await person.opens(CHAPTER)
  await expect(person.main.getByRole('heading', { level: 2 }).first()).toBeVisible()
  const year = person.page.getByLabel('Année')
  await keyboard.goesTo(year)
  await keyboard.presses('ArrowDown')
  await expect(person.page).toHaveURL(/annee=20\d\d/)
  await expect(year).toBeFocused()
  await keyboard.uses(person.button('Effacer les filtres'))
  await expect(person.page).toHaveURL(CHAPTER)
  await expect(year).toBeFocused()

  const paper = person.main.getByRole('button', { name: 'Énoncé (PDF)' }).first()
  await keyboard.uses(paper)
  const dialog = person.page.getByRole('dialog', { name: 'Connectez-vous ou passez en Premium' })
  await expect(dialog).toBeVisible()
  await keyboard.staysIn(dialog)
  await keyboard.presses('Escape')
  await expect(dialog).toBeHidden()
  await expect(paper).toBeFocused()
  await keyboard.uses(person.link(/Chapitre suivant/))
  await expect(pageHeading('Dipôle RL')).toBeFocused()
})

test('questions and a video open by keyboard, and the focus returns', async () => {
  await person.opens('/premium')
  // A link that is followed before the page runs moves no focus to the heading.
  await person.isVisitor()
  const question = person.main.locator('summary').first()
  await keyboard.uses(question)
  await person.sees(/sur cette page et indiquez la référence/)
  await keyboard.presses('Enter')
  await expect(person.main.locator('details').first()).not.toHaveAttribute('open')

  await keyboard.uses(inHeader('Vidéos gratuites'), 'Shift+Tab')
  await expect(pageHeading('Vidéos Gratuites')).toBeFocused()
  const watch = person.button(/^Regarder la vidéo/).first()
  await keyboard.uses(watch)
  await expect(person.dialog.locator('video')).toBeVisible()
  await keyboard.uses(person.dialog.getByRole('button', { name: 'Fermer' }), 'Shift+Tab')
  await expect(person.dialog).toBeHidden()
  await expect(watch).toBeFocused()
})
