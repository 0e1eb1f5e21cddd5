import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import * as v from 'valibot'
import { auditItem } from '#functions/data/audit.ts'
import {
  parseResource,
  parseSubject,
  parseUser,
  resourceItem,
  subjectItem,
  userItem,
} from '#functions/data/items.ts'
import {
  AUDIT,
  addressKey,
  BLOCKED,
  COUNTERS,
  copyIndexKeys,
  copyKey,
  resourceKey,
  userKey,
} from '#functions/data/keys.ts'
import { LONGEST_RETENTION } from '#shared/domain/retention.ts'
import { AuditEntry } from '#shared/entities/audit-entry.ts'
import { Copy } from '#shared/entities/copy.ts'
import type { StoredItem } from './backup/stored-item.ts'

type Plain = Record<string, unknown>

/**
 * An item of the version before in the form that this version stores; null when it is not stored any more. An item that
 * has this form already stays the same.
 * @throws Error when a profile, resource or subject is not one
 */
export function upgradeItem(item: StoredItem): StoredItem | null {
  const pk = item['pk']?.S ?? ''
  const sk = item['sk']?.S ?? ''
  if (SEARCH_ENTRIES.test(pk) || (pk === COUNTERS && sk.startsWith(PREMIUM_COUNTERS))) return null
  const upgrade = upgrades.find(({ isOf }) => isOf(pk, sk))
  return upgrade ? marshall(upgrade.to(unmarshall(item)), { removeUndefinedValues: true }) : item
}

/** Replaced by the attribute `searchText`. */
const SEARCH_ENTRIES = /^(?:EMAILS|WORDS)#/
/** Replaced by a count over the index of Premium accounts. */
const PREMIUM_COUNTERS = 'PREMIUM#'

const upgrades: { isOf: (pk: string, sk: string) => boolean; to: (item: Plain) => Plain }[] = [
  {
    isOf: (pk, sk) => pk.startsWith(userKey('').pk) && sk === userKey('').sk,
    to: ({ session, ...user }) => userItem(parseUser({ lease: session, ...user })),
  },
  {
    isOf: (pk) => pk.startsWith(resourceKey('').pk),
    to: ({ examSession, ...resource }) => resourceItem(parseResource({ session: examSession, ...resource })),
  },
  { isOf: (pk) => pk.startsWith('SUBJECTS#'), to: (item) => subjectItem(parseSubject(item)) },
  { isOf: (pk) => pk.startsWith(addressKey('').pk), to: ({ pk, sk, id }) => ({ pk, sk, id }) },
  {
    isOf: (pk) => pk === AUDIT,
    // An entry that says how long it is kept has its stage's retention.
    to: (item) => ({ ...auditItem(v.parse(AuditEntry, item), LONGEST_RETENTION.audit), ...item }),
  },
  {
    isOf: (pk) => pk.startsWith(copyKey('').pk),
    to: (item) => ({ ...item, ...copyIndexKeys(v.parse(Copy, item)) }),
  },
  { isOf: (pk) => pk === BLOCKED, to: ({ account: _account, ...block }) => block },
]
