import { DomainError } from '#shared/domain/domain-error.ts'
import type { Copy } from '#shared/entities/copy.ts'
import type { User } from '#shared/entities/user.ts'
import { adminActor, auditEntry } from '../../data/audit-entry.ts'
import type { Deps } from '../../http/deps.ts'

/**
 * Returns the copy of a code. The audit entry is written before the answer, so that every look-up is logged.
 * @throws DomainError CODE_UNKNOWN
 */
export async function lookUpCopy(
  { copies, audit, clock }: Pick<Deps, 'copies' | 'audit' | 'clock'>,
  owner: User,
  code: string,
): Promise<Copy> {
  const copy = await copies.find(code)
  await audit.record(
    auditEntry(adminActor(owner), clock.now(), {
      action: 'LOOK_UP_COPY',
      target: copy?.email ?? code,
      before: null,
      after: { code, ...(copy && { documentId: copy.documentId, issuedAt: copy.issuedAt }) },
    }),
  )
  if (!copy) throw new DomainError('CODE_UNKNOWN')
  return copy
}
