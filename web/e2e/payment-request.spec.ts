import { expect } from '@playwright/test'
import { freshEmail } from './support/account.ts'
import { CAMERA_SECRETS, cameraPicture } from './support/camera-picture.ts'
import { DEVICES } from './support/devices.ts'
import type { Person } from './support/person.ts'
import { password } from './support/signing-in.ts'
import { type OwnerCall, test } from './support/story.ts'

const WAITING = /^Votre demande du \d+(?:er)? \p{L}+ est en attente$/u

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
    await expect(student.lightPaper).toBeVisible()
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

test('a browser that hides what it draws sends a picture as it is', async ({ person, student }) => {
  await person.context.addInitScript(() => {
    CanvasRenderingContext2D.prototype.getImageData = (...[, , width, height]) =>
      new ImageData(new Uint8ClampedArray(4 * width * height).fill(255), width, height)
    HTMLCanvasElement.prototype.toBlob = (callback, type) =>
      callback(new Blob(['noise'], { type: type ?? '' }))
  })
  await person.hasSignedInBefore(student)
  await person.opens('/premium#paiement-fait')
  const picture = await person.page.screenshot({ type: 'jpeg' })
  await chooses(person, picture)
  await expect(preview(person)).toHaveAttribute('src', `data:image/jpeg;base64,${picture.toString('base64')}`)
})
