import { expect } from '@playwright/test'
import { freshEmail } from './support/account.ts'
import { CAMERA_SECRETS, cameraPicture } from './support/camera-picture.ts'
import { DEVICES } from './support/devices.ts'
import type { Person } from './support/person.ts'
import { password } from './support/signing-in.ts'
import { type OwnerCall, test } from './support/story.ts'

const WAITING = /^Votre demande du \d+(?:er)? \p{L}+ est en attente$/u
const REASON = "Le virement n'est pas arrivé."

type Declared = { id: string; number: string; email: string; hasReceipt: boolean; reference: string }

/** Returns the open request of an account, as owners see it. */
async function openRequest(owner: OwnerCall, email: string): Promise<Declared | undefined> {
  const { items } = (await owner('GET', '/api/admin/payment-requests?status=pending')) as {
    items: Declared[]
  }
  return items.find((item) => item.email === email)
}

const waiting = (person: Person) => person.main.getByRole('heading', { name: WAITING })
const reference = (person: Person) => person.main.getByLabel('Référence ou nom du payeur')
const receipt = (person: Person) => person.main.getByLabel('Image du reçu (facultatif)')
const preview = (person: Person) => person.main.getByRole('img', { name: 'Votre reçu' })

async function chooses(person: Person, buffer: Buffer): Promise<void> {
  await receipt(person).setInputFiles({ name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer })
}

/** Waits for a heartbeat, by which the page learns an owner's decision. */
async function waitsForDecision(person: Person): Promise<void> {
  await person.page.clock.fastForward(31_000)
}

const [phone] = DEVICES
test.use(phone.options)

test('a visitor signs up, declares a payment, and is Premium on the open page', async ({
  person: student,
  arrives,
  knows,
  ownerActs,
}) => {
  const email = freshEmail()
  let declared: Declared | undefined
  await student.context.clock.install()

  await test.step('signs up on the way, and comes back to the form', async () => {
    await student.opens('/premium')
    await student.main.getByRole('link', { name: "J'ai payé" }).click()
    await student.main.getByRole('link', { name: 'Créer un compte' }).click()
    await student.fillsIn(email, password)
    await student.main.getByRole('button', { name: 'Créer compte' }).click()
    await student.choosesTrackLater()
    await expect(student.heading("J'ai payé")).toBeFocused()
    await expect(student.main.getByLabel('Montant (DH)')).toHaveValue('250')
  })

  await test.step('adds a picture of 12 MB, which becomes small and upright', async () => {
    await reference(student).fill('VIR-2026-77')
    const picture = await cameraPicture(student.page)
    expect(picture.length).toBeGreaterThan(12_000_000)
    await chooses(student, picture)
    await expect(preview(student)).toBeVisible({ timeout: 15_000 })
    await student.sees(/^\d+\sko à envoyer|^1,\d\sMo à envoyer/)
    await expect
      .poll(() =>
        preview(student).evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]),
      )
      .toEqual([1_200, 1_600])
    await student.button('Envoyer ma demande').click()
    await expect(waiting(student)).toBeVisible()
  })

  await test.step('the header and the account say that it waits, and so may WhatsApp', async () => {
    await ownerActs(async (owner) => {
      declared = await openRequest(owner, email)
    })
    const { number } = declared as unknown as Declared
    const page = `${new URL(student.page.url()).origin}/admin/demandes?search=${number}`
    const text = `Bonjour, j'ai payé l'accès Premium et envoyé ma demande n° ${number} sur le site.\n${page}`
    await expect(student.main.getByRole('link', { name: 'Prévenir sur WhatsApp' })).toHaveAttribute(
      'href',
      `https://wa.me/212600000000?text=${encodeURIComponent(text)}`,
    )
    await student.opensUserMenu(email)
    await expect(student.userMenu.getByRole('link', { name: WAITING })).toBeVisible()
    await student.link('Mon compte').click()
    await expect(waiting(student)).toBeVisible()
  })

  await test.step('what is stored says nothing of place and camera', async () => {
    const owner = await arrives()
    await owner.hasSignedInBefore(await knows('proprietaire@demo.bac'))
    await owner.opens('/')
    const answer = await owner.calls(
      `/api/admin/payment-requests/${declared?.id}/receipt`,
      await owner.credentials(),
    )
    const stored = await answer.body()
    expect(stored.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    expect(stored.length).toBeLessThanOrEqual(1.5 * 1024 * 1024)
    const text = stored.toString('latin1')
    expect(CAMERA_SECRETS.filter((secret) => text.includes(secret))).toEqual([])
    await owner.leaves()
  })

  await test.step('is approved, and the open page is Premium by itself', async () => {
    await ownerActs(async (owner) => {
      await owner('PUT', `/api/admin/payment-requests/${declared?.id}`, { decision: 'approve' })
    })
    await waitsForDecision(student)
    await student.sees(/^Bienvenue en Premium/)
    await student.opens('/sujets-bac/sm')
    await expect(student.row('2023').getByRole('button', { name: 'Voir' }).first()).toBeVisible()
  })
})

test('a refused request says why, and is corrected, sent again and withdrawn', async ({
  person,
  student,
  ownerActs,
}) => {
  await person.context.clock.install()
  await person.hasSignedInBefore(student)

  await test.step('declares a payment, without its reference at first', async () => {
    await person.opens('/premium')
    await person.main.getByRole('link', { name: "J'ai payé" }).click()
    await person.main.getByLabel('Moyen de paiement').selectOption('Espèces')
    await person.button('Envoyer ma demande').click()
    await expect(reference(person)).toBeFocused()
    await reference(person).fill('Amina')
    await person.button('Envoyer ma demande').click()
    await expect(waiting(person)).toBeVisible()
  })

  await test.step('is refused on another page, and reads why', async () => {
    await person.opens('/svt')
    await person.isSignedIn(student.email)
    await ownerActs(async (owner) => {
      const declared = await openRequest(owner, student.email)
      await owner('PUT', `/api/admin/payment-requests/${declared?.id}`, {
        decision: 'refuse',
        reason: REASON,
      })
    })
    await waitsForDecision(person)
    await person.sees('Votre demande de paiement a une réponse : ouvrez la page Premium.')
    await person.opens('/premium')
    await expect(person.alert).toContainText(REASON)
  })

  await test.step('sends it again, corrected', async () => {
    await person.link('Corriger ma demande').click()
    await expect(person.main.getByLabel('Moyen de paiement')).toHaveValue('Espèces')
    await expect(reference(person)).toHaveValue('Amina')
    await reference(person).fill('Amina B.')
    await person.button('Envoyer ma demande').click()
    await expect(waiting(person)).toBeVisible()
  })

  await test.step('corrects it while it waits', async () => {
    await person.main.getByRole('link', { name: 'Corriger' }).click()
    await reference(person).fill('Karim B.')
    await person.button('Enregistrer la correction').click()
    await expect(waiting(person)).toBeVisible()
    await ownerActs(async (owner) => {
      await expect.poll(() => openRequest(owner, student.email)).toMatchObject({ reference: 'Karim B.' })
    })
  })

  await test.step('withdraws it, and may pay again', async () => {
    await person.button('Retirer').click()
    await person.dialog.getByRole('button', { name: 'Retirer' }).click()
    await person.sees('Votre demande est retirée.')
    await expect(person.main.getByRole('link', { name: "J'ai payé" })).toBeVisible()
  })
})

test('a request that was sent in a tunnel arrives once, with its picture', async ({
  person,
  student,
  ownerActs,
}) => {
  await person.hasSignedInBefore(student)
  await person.opens('/premium#paiement-fait')
  await reference(person).fill('VIR-TUNNEL')
  await person.page.reload()
  await expect(reference(person)).toHaveValue('VIR-TUNNEL')
  await chooses(person, await person.page.screenshot({ type: 'jpeg' }))
  await expect(preview(person)).toBeVisible()
  await person.losesNetwork()
  await person.button('Envoyer ma demande').click()
  await person.sees(/^Pas de réseau pour le moment/)
  await expect(reference(person)).toHaveValue('VIR-TUNNEL')
  await person.context.setOffline(false)
  await expect(waiting(person)).toBeVisible({ timeout: 15_000 })
  await ownerActs(async (owner) => {
    await expect
      .poll(() => openRequest(owner, student.email))
      .toMatchObject({ reference: 'VIR-TUNNEL', hasReceipt: true })
  })
})

test('a year later a student is told that Premium has ended, and may pay again', async ({
  person,
  knows,
}) => {
  await person.hasSignedInBefore(await knows('ancienne@demo.bac'))
  await person.opens('/sujets-bac/pc')
  const banner = person.page.getByRole('region', { name: "Fin de l'accès Premium" })
  await expect(banner).toContainText('Votre accès Premium est terminé.')
  await banner.getByRole('link', { name: "Voir l'offre Premium" }).click()
  await expect(banner).toBeHidden()
  await person.main.getByRole('link', { name: "J'ai payé" }).click()
  await expect(person.heading("J'ai payé")).toBeFocused()
  await expect(person.main.getByLabel('Montant (DH)')).toHaveValue('250')
})
