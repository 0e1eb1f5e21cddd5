import * as v from 'valibot'
import type { PersonalData, Stored } from '#shared/contract/account.ts'
import { AuditEntry } from '#shared/entities/audit-entry.ts'
import type { User } from '#shared/entities/user.ts'
import { adminActor } from './audit-entry.ts'
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
import { PackedLastRead } from './last-read.ts'
import type { Table } from './table/client.ts'
import { parseItem, queryAll, readBatch, StoredKey } from './table/read.ts'
import { type ItemKey, tableShape } from './table/table-shape.ts'

const { partitionKey, sortKey } = tableShape.indexes.sparse

/** Reads everything that the table contains about an account. */
export function createPersonalData(table: Table) {
  /**
   * Returns the stored data of a user. Six queries and a batch at once, then a batch for each hundred copies and
   * entries of the log: it costs the same however many accounts there are.
   */
  async function read(user: User): Promise<Omit<PersonalData, 'exportedAt'>> {
    const { id, email } = user
    const single = {
      address: addressKey(email),
      block: blockedKey(email),
      accessChange: accessChangeKey(id),
      activity: actorKey(adminActor(user)),
    }
    const [own, days, mails, found, copies, cards, entries] = await Promise.all([
      queryPartition(userKey(id).pk),
      queryPartition(accountDaysPartition(id)),
      queryPartition(mailsPartition(id)),
      readBatch(table, Object.values(single)),
      readListed(copiesOfPartition(id)),
      readListed(cardsOfPartition(id)),
      readListed(aboutPartition(email)),
    ])
    const at = ({ pk, sk }: ItemKey) =>
      plainOrNull(found.find((item) => item['pk'] === pk && item['sk'] === sk))
    const kindOf = ({ sk }: Item) => {
      if (sk === userKey(id).sk) return 'profile'
      if (String(sk).startsWith(progressPrefix())) return 'progress'
      if (String(sk).startsWith(practicePrefix)) return 'practice'
      if (String(sk).startsWith(exercisesPrefix)) return 'exercises'
      if (String(sk).startsWith(paymentRequestPrefix)) return 'paymentRequests'
      if (String(sk).startsWith(questionPrefix)) return 'questions'
      return String(sk).startsWith(reportPrefix) ? 'reports' : 'other'
    }
    const {
      profile = [],
      progress = [],
      practice = [],
      exercises = [],
      reports = [],
      paymentRequests = [],
      questions = [],
      other = [],
    } = Object.groupBy(own, kindOf)
    return {
      profile: withReadableLastRead(withoutSessionId(plain(profile[0] ?? {}))),
      progress: progress.map(plain),
      practice: practice.map(plain),
      exercises: exercises.map(plain),
      reports: reports.map(plain).map(withoutNote),
      paymentRequests: paymentRequests.map(plain).map(withoutDecider).toReversed(),
      questions: questions.map(plain),
      other: other.map(plain),
      days: days.map(plain),
      mails: mails.map(plain),
      copies: copies.map(plain),
      cards: cards.map(plain),
      address: at(single.address),
      block: withoutAuthor(at(single.block)),
      accessChange: at(single.accessChange),
      activity: at(single.activity),
      log: entries
        .map((item) => parseItem(AuditEntry, item))
        .map(({ actor, createdAt, action, before, after }) => ({
          createdAt,
          action,
          before,
          after,
          by: actor.type === 'system' ? 'system' : actor.email === email ? 'you' : 'administration',
        })),
    }
  }

  function queryPartition(pk: string): Promise<Item[]> {
    return queryAll(table, {
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
    })
  }

  /** Returns the items of a partition of the index, newest first, as they are in the table. */
  async function readListed(partition: string): Promise<Item[]> {
    const listed = await queryAll(table, {
      IndexName: tableShape.indexes.sparse.name,
      KeyConditionExpression: `${partitionKey} = :list`,
      ProjectionExpression: `pk, sk, ${sortKey}`,
      ExpressionAttributeValues: { ':list': partition },
    })
    const keys = listed.map((item) => parseItem(StoredKey, item))
    const items = await readBatch(table, keys)
    return items.toSorted((a, b) => (String(a[sortKey]) < String(b[sortKey]) ? 1 : -1))
  }

  return { read }
}

type Item = Record<string, unknown>

/** Keys of the table and of its indexes, and attributes that are derived for searching. */
const INTERNAL = new Set<string>([
  tableShape.partitionKey,
  tableShape.sortKey,
  ...Object.values(tableShape.indexes).flatMap((index) => [index.partitionKey, index.sortKey]),
  'searchText',
])

/** Returns an item in readable form: sets as lists, and its expiry as a time. */
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

const plainOrNull = (item: Item | undefined) => (item ? plain(item) : null)

/** Leaves out the id of a live session: the file may be passed on. */
function withoutSessionId({ lease, ...profile }: Stored): Stored {
  if (typeof lease !== 'object' || lease === null) return profile
  const { id: _, ...session } = lease as Stored
  return { ...profile, session }
}

function withReadableLastRead({ lastRead, ...profile }: Stored): Stored {
  return lastRead === undefined ? profile : { ...profile, lastRead: v.parse(PackedLastRead, lastRead) }
}

/** Leaves out owners' notes, which the student's own list does not show either. */
function withoutNote(report: Stored): Stored {
  const { note: _, ...rest } = report
  return rest
}

/** Leaves out the owner who decided, who is not part of the person's data. */
function withoutDecider(request: Stored): Stored {
  const { decidedBy: _, ...rest } = request
  return rest
}

/** Leaves out the owner who blocked the account, who is not part of the person's data. */
function withoutAuthor(block: Stored | null): Stored | null {
  if (!block) return null
  const { blockedBy: _, ...rest } = block
  return rest
}
