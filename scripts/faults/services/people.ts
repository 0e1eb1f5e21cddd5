import { getTicket } from '#shared/contract/files.ts'
import { enrol, PASSWORD, type Serial } from '../changes/accounts.ts'
import { type Change, callOf, FILE } from '../changes/changes.ts'
import { openLedger } from '../ledger/ledger.ts'
import type { Answered, Call } from '../product/call-api.ts'
import type { Product } from '../product/product.ts'
import { type SignedIn, signIn } from '../product/signed-in.ts'

export type Student = SignedIn & { email: string; id: string }

export type Documents = {
  /** Ids: one that needs Premium, one for everyone. */
  premium: string
  free: string
  /** Paths at the origin, as tickets gave them; each is read by one reader at a time. */
  paths: string[]
}

/** Who uses the site while services fail. The blocked one holds the token and the session of before. */
export type People = { premium: Student; free: Student; blocked: Student; documents: Documents }

const READERS = 3

/** Settles them by the owner's own calls, while everything is well. */
export async function settlePeople(product: Product, owner: SignedIn, serial: Serial): Promise<People> {
  const emails = await enrol(product, 3, serial)
  await done(owner, { kind: 'syncUsers' })
  const { model } = await openLedger(product.table)
  const [premium, free, blocked] = await Promise.all(
    emails.map(async (email) => ({
      ...(await signIn(product, email, PASSWORD)),
      email,
      id: model.users.get(email)?.id ?? '',
    })),
  )
  if (!premium || !free || !blocked) throw new Error('Somebody is missing')
  await done(owner, { kind: 'setPremium', email: premium.email, userId: premium.id, isPremium: true })
  await done(owner, { kind: 'blockEmail', email: blocked.email, reason: 'Compte partagé' })
  return { premium, free, blocked, documents: await addDocuments(owner, premium) }
}

export function leave({ premium, free, blocked }: People): void {
  for (const each of [premium, free, blocked]) each.leave()
}

/** A file of its own for each: at the door of Drive, its calls can be told from all others. */
async function addDocuments(owner: SignedIn, reader: SignedIn): Promise<Documents> {
  const ids: string[] = []
  for (let number = 0; number < READERS; number += 1) {
    const call = callOf({
      kind: 'addResource',
      text: { title: `Document ${number}`, description: '', year: '2020' },
    })
    const body = { ...(call.body as object), file: `${FILE}-document-${number}`, isFree: number === 0 }
    ids.push(String((await well(owner, { ...call, body })).json.id))
  }
  const paths: string[] = []
  for (const id of ids) {
    const { json } = await well(reader, { route: getTicket, params: { id } })
    paths.push(new URL(String(json.url)).pathname)
  }
  return { free: ids[0] ?? '', premium: ids[1] ?? '', paths }
}

function done(owner: SignedIn, change: Change): Promise<Answered> {
  return well(owner, callOf(change))
}

async function well(who: SignedIn, call: Call): Promise<Answered> {
  const answer = await who.send(call)
  if (!answer || answer.status >= 300) throw new Error(`Not settled: ${JSON.stringify(answer)}`)
  return answer
}
