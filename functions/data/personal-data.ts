import * as v from 'valibot'
import type { PersonalData, Stored } from '#shared/contract/account.ts'
import { AuditEntry } from '#shared/entities/audit-entry.ts'
import type { User } from '#shared/entities/user.ts'
import { adminActor } from './audit.ts'
import {
  aboutPartition,
  accessChangeKey,
  accountDaysPartition,
  actorKey,
  addressKey,
  blockedKey,
  cardsOfPartition,
  copiesOfPartition,
  exercisesPrefix,
  mailsPartition,
  paymentRequestPrefix,
  practicePrefix,
  progressPrefix,
  questionPrefix,
  reportPrefix,
  userKey,
} from './keys.ts'
import { createLedger } from './ledger.ts'
import { PackedLastRead } from './stored-user.ts'
import type { Table } from './table/client.ts'
import { listPartition, queryAll } from './table/query.ts'
import { parseItem, readBatch, readByKey, StoredKey } from './table/read.ts'
import { type Item, type ItemKey, tableShape } from './table/table-shape.ts'

const OWN_KINDS = [
  ['progress', progressPrefix()],
  ['practice', practicePrefix],
  ['exercises', exercisesPrefix],
  ['paymentRequests', paymentRequestPrefix],
  ['questions', questionPrefix],
  ['reports', reportPrefix],
] as const

export function createPersonalData(table: Table) {
  const ledger = createLedger(table)

  /** The log knows accounts by their addresses: what is older than the account concerns an earlier one. */
  async function read(user: User): Promise<Omit<PersonalData, 'exportedAt' | 'leftOut'>> {
    const { id, email, createdAt: begin } = user
    const single = {
      address: addressKey(email),
      block: blockedKey(email),
      accessChange: accessChangeKey(id),
      activity: actorKey(adminActor(user)),
    }
    const [own, days, mails, find, copies, cards, entries, payments] = await Promise.all([
      queryAll(table, { partition: userKey(id).pk }),
      queryAll(table, { partition: accountDaysPartition(id) }),
      queryAll(table, { partition: mailsPartition(id) }),
      readByKey(table, Object.values(single)),
      readListed(copiesOfPartition(id)),
      readListed(cardsOfPartition(id)),
      readListed(aboutPartition(email), begin),
      ledger.listOfAccount(id),
    ])
    const at = (key: ItemKey) => {
      const item = find(key)
      return item ? plain(item) : null
    }
    const block = at(single.block)
    const activity = at(single.activity)
    const kindOf = ({ sk }: Item) => {
      if (sk === userKey(id).sk) return 'profile'
      return OWN_KINDS.find(([, prefix]) => String(sk).startsWith(prefix))?.[0] ?? 'other'
    }
    const kinds = Object.groupBy(own, kindOf)
    const list = (kind: keyof typeof kinds) => (kinds[kind] ?? []).map(plain)
    return {
      profile: withReadableLastRead(withoutSessionId(list('profile')[0] ?? {})),
      progress: list('progress'),
      practice: list('practice'),
      exercises: list('exercises'),
      // The student's own list does not show owners' notes either.
      reports: list('reports').map((item) => without('note', item)),
      paymentRequests: list('paymentRequests')
        .map((item) => without('decidedBy', item))
        .toReversed(),
      questions: list('questions'),
      other: list('other'),
      days: days.map(plain),
      mails: mails.map(plain),
      copies: copies.map(plain),
      cards: cards.map(plain),
      payments: payments.map((entry) => without('by', entry)),
      address: at(single.address),
      block: block && without('blockedBy', block),
      accessChange: at(single.accessChange),
      activity: activity && isFrom(begin, activity['first']) ? activity : null,
      log: entries
        .map((item) => parseItem(AuditEntry, item))
        // A copy that was looked up may be of an earlier account.
        .filter(({ after }) => isFrom(begin, after?.['issuedAt'] ?? begin))
        .map(({ actor, createdAt, action, before, after }) => ({
          createdAt,
          action,
          before,
          after,
          by: actor.type === 'system' ? 'system' : actor.email === email ? 'you' : 'administration',
        })),
    }
  }

  async function readListed(partition: string, from = ''): Promise<Item[]> {
    const { sparse } = tableShape.indexes
    const query = { index: sparse, partition, ...(from !== '' && { from }), attributes: ['pk', 'sk'] }
    const keys = await listPartition(table, StoredKey, query)
    const items = await readBatch(table, keys)
    return items.toSorted((a, b) => (String(a[sparse.sortKey]) < String(b[sparse.sortKey]) ? 1 : -1))
  }

  return { read }
}

const INTERNAL = new Set<string>([
  tableShape.partitionKey,
  tableShape.sortKey,
  ...Object.values(tableShape.indexes).flatMap((index) => [index.partitionKey, index.sortKey]),
  'searchText',
])

function isFrom(begin: string, time: unknown): boolean {
  return typeof time === 'string' && time >= begin
}

function plain(item: Item): Stored {
  const { [tableShape.timeToLive]: expiresAt, ...stored } = item
  return {
    ...Object.fromEntries(
      Object.entries(stored)
        .filter(([name]) => !INTERNAL.has(name))
        .map(([name, value]) => [name, value instanceof Set ? [...value] : value]),
    ),
    ...(typeof expiresAt === 'number' && { deletedAfter: new Date(expiresAt * 1_000).toISOString() }),
  }
}

/** Leaves out the id of a live session: the file may be passed on. */
function withoutSessionId({ lease, ...profile }: Stored): Stored {
  if (typeof lease !== 'object' || lease === null) return profile
  const { id: _, ...session } = lease as Stored
  return { ...profile, session }
}

function withReadableLastRead({ lastRead, ...profile }: Stored): Stored {
  return lastRead === undefined ? profile : { ...profile, lastRead: v.parse(PackedLastRead, lastRead) }
}

/** Leaves out a field that is not part of the person's data, such as the owner who decided. */
function without(field: string, stored: Stored): Stored {
  return Object.fromEntries(Object.entries(stored).filter(([name]) => name !== field))
}
