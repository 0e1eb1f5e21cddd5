import { expect, type Page } from '@playwright/test'
import { freshEmail, OWNER, password } from './support/account.ts'
import { phone } from './support/devices.ts'
import type { Person } from './support/person.ts'
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

test.use(phone.options)

test('a visitor signs up, declares a payment, and is Premium on the open page', async ({
  person: student,
  arrives,
  ownerActs,
}) => {
  const email = freshEmail()
  let declared: Declared | undefined
  await student.context.clock.install()

  await test.step('signs up on the way, and comes back to the form', async () => {
    await student.opens('/premium')
    await student.main.getByRole('link', { name: "J'ai payé" }).click()
    await student.main.getByRole('link', { name: 'Créer un compte' }).click()
    await student.createsAccount(email, password)
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
    const owner = await arrives({}, OWNER)
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

/** Texts about place and owner in a camera's picture, which must not be found later. */
const CAMERA_SECRETS = ['GPS 33.5731 N 7.5898 W', 'Telephone de Amina', 'Exif']

const SEGMENT = 65_533

/**
 * Returns a picture as the camera of a phone makes it: 4,000 x 3,000 pixels, held upright (so that its longer side is
 * shown as its height), with place and owner in its metadata, padded to 12 MB.
 */
async function cameraPicture(page: Page): Promise<Buffer> {
  const address = await page.evaluate(() => {
    const tile = new OffscreenCanvas(500, 500)
    const pixels = new ImageData(500, 500)
    for (let at = 0; at < pixels.data.length; at += 1)
      pixels.data[at] = at % 4 === 3 ? 255 : Math.random() * 256
    tile.getContext('2d')?.putImageData(pixels, 0, 0)
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 4_000, height: 3_000 })
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.fillStyle = context.createPattern(tile, 'repeat') ?? ''
    context.fillRect(0, 0, 4_000, 3_000)
    return canvas.toDataURL('image/jpeg', 0.7)
  })
  const jpeg = Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
  const head = Buffer.concat([jpeg.subarray(0, 2), exif(), comment(CAMERA_SECRETS.join(' '))])
  const missing = 12_000_000 - jpeg.length
  const padding = Array.from({ length: Math.max(0, Math.ceil(missing / SEGMENT)) }, () =>
    comment(CAMERA_SECRETS[0]?.repeat(3_000).slice(0, SEGMENT) ?? ''),
  )
  return Buffer.concat([head, ...padding, jpeg.subarray(2)])
}

function segment(marker: number, content: Buffer): Buffer {
  const start = Buffer.from([0xff, marker, 0, 0])
  start.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([start, content])
}

const comment = (text: string) => segment(0xfe, Buffer.from(text))

/** Turned by 90 degrees, taken at 33° 34′ N. */
function exif(): Buffer {
  const tiff = Buffer.alloc(8 + 2 + 2 * 12 + 4 + 2 + 2 * 12 + 4 + 24)
  const gps = 8 + 2 + 2 * 12 + 4
  const degrees = gps + 2 + 2 * 12 + 4
  tiff.write('II*\0', 'latin1')
  tiff.writeUInt32LE(8, 4)
  tiff.writeUInt16LE(2, 8)
  entry(tiff, 10, { tag: 0x01_12, type: 3, count: 1, value: 6 })
  entry(tiff, 22, { tag: 0x88_25, type: 4, count: 1, value: gps })
  tiff.writeUInt16LE(2, gps)
  entry(tiff, gps + 2, { tag: 1, type: 2, count: 2, value: 'N'.charCodeAt(0) })
  entry(tiff, gps + 14, { tag: 2, type: 5, count: 3, value: degrees })
  for (const [at, number] of [33, 1, 34, 1, 23, 1].entries()) tiff.writeUInt32LE(number, degrees + at * 4)
  return segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]))
}

type Entry = { tag: number; type: number; count: number; value: number }

function entry(tiff: Buffer, at: number, { tag, type, count, value }: Entry): void {
  tiff.writeUInt16LE(tag, at)
  tiff.writeUInt16LE(type, at + 2)
  tiff.writeUInt32LE(count, at + 4)
  tiff.writeUInt32LE(value, at + 8)
}
