import { isDeepStrictEqual } from 'node:util'
import type { PublicationView } from '#shared/contract/admin/overview.ts'
import type { ManagedSettings, SettingsInput } from '#shared/contract/admin/settings.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import type { User } from '#shared/entities/user.ts'
import { adminActor, auditEntry } from '../../data/audit.ts'
import { answerIfEqual } from '../../data/optimistic-lock.ts'
import type { PublicationState } from '../../data/site.ts'
import type { Deps } from '../../http/use-case.ts'

/** Equal settings are not written again. @throws DomainError CONFLICT when others were stored since */
export async function updateSettings(
  { settings, clock }: Pick<Deps, 'settings' | 'clock'>,
  actor: User,
  { version, ...input }: SettingsInput,
): Promise<ManagedSettings> {
  const before = await settings.readManaged()
  const { inboxFolder = before.inboxFolder } = input
  const wanted = { ...input, inboxFolder }
  if (isInForce(before, wanted)) return before
  if (before.version !== version) throw new DomainError('CONFLICT')
  const { version: _, ...current } = before
  const entry = auditEntry(adminActor(actor), clock.now(), {
    action: 'UPDATE_SETTINGS',
    target: 'SETTINGS',
    before: differingFields(current, wanted),
    after: differingFields(wanted, current),
  })
  if ((await settings.replace(before, wanted, entry)) === 'written')
    return { ...wanted, version: version + 1 }
  return answerIfEqual(await settings.readManaged(), (stored) => isInForce(stored, wanted))
}

function isInForce(stored: ManagedSettings, wanted: Omit<ManagedSettings, 'version'>): boolean {
  return isDeepStrictEqual(stored, { ...wanted, version: stored.version })
}

type Values = Record<string, unknown>

function differingFields(values: Values, others: Values): Values {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const other = others[name]
      if (isDeepStrictEqual(value, other)) return []
      if (!isRecord(value) || !isRecord(other)) return [[name, value]]
      return Object.entries(differingFields(value, other)).map(([part, each]) => [`${name}.${part}`, each])
    }),
  )
}

function isRecord(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

type PublicationDeps = Pick<Deps, 'publications' | 'clock'>

export async function getPublication({ publications, clock }: PublicationDeps): Promise<PublicationView> {
  const state = await publications.read()
  return {
    state: nameState(state, clock.now().toISOString()),
    publishedAt: state.finishedAt,
    filesWritten: state.filesWritten,
  }
}

/** The table's stream carries the order to the publisher. */
export async function orderPublication(deps: PublicationDeps): Promise<PublicationView> {
  await deps.publications.order(deps.clock.now())
  return getPublication(deps)
}

function nameState(
  { startedAt, runningUntil, requestedAt, failedAt, finishedAt }: PublicationState,
  now: string,
): PublicationView['state'] {
  if (runningUntil !== null && runningUntil > now) return 'running'
  if (requestedAt !== null && requestedAt > (startedAt ?? '')) return 'requested'
  if (failedAt !== null || runningUntil !== null) return 'failed'
  return finishedAt === null ? 'never' : 'published'
}
