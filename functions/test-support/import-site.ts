import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { importResources } from '#shared/contract/admin/resources.ts'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import { SAMPLE_DRIVE_ID } from '#shared/entities/file.ts'
import type { LineReport } from '../admin/import/plan.ts'
import { auditEntry, SYSTEM } from '../data/audit.ts'
import { createAdministration } from './administration.ts'
import { startSite } from './site.ts'

export async function startImportSite() {
  const site = await startSite()
  const admin = await createAdministration(site)
  let earlier: ReadonlySet<string> = new Set()

  async function send(body: string, dryRun = false) {
    const headers = { 'content-type': 'text/csv' }
    const query = { dryRun: String(dryRun) }
    const { status, json } = await admin.asOwner(importResources, { body, headers, query })
    return { status, json, lines: (json.lines ?? []) as LineReport[] }
  }
  const stored = () => site.stores.resources.listAll()
  const count = () => site.stores.counters.countResources()
  async function imports(): Promise<AuditEntry[]> {
    const { items } = await site.stores.audit.listNewest({ limit: 1_000 })
    return items.filter(({ action }) => /^(?:CREATE|UPDATE)_RESOURCES$/.test(action))
  }
  return {
    ...site,
    admin,
    send,
    outcomes: async (body: string, dryRun?: boolean) =>
      (await send(body, dryRun)).lines.map(({ outcome }) => outcome),
    stored,
    count,
    /** Returns the audit entries of imports since `begin`. @throws when their number is not `expected` */
    entries: async (expected = 1) => {
      const made = (await imports()).filter(({ id }) => !earlier.has(id))
      expect(made).toHaveLength(expected)
      return made
    },
    /** Deletes all resources, at the start of a test. */
    begin: async () => {
      for (const resource of await stored()) {
        const entry = { action: 'DELETE_RESOURCE', target: resource.id, before: null, after: null } as const
        await site.stores.resources.remove(resource, auditEntry(SYSTEM, new Date(), entry))
      }
      expect(await count()).toBe(0)
      earlier = new Set((await imports()).map(({ id }) => id))
    },
  }
}

export const HEADER = 'track;theme;chapter;year;session;resourceType;type;title;file'

/** Returns a valid line of an import, with changed cells by their column. */
export const line = (changes: Record<number, string> = {}) =>
  Object.assign(
    [TRACK_CODES[0], 'ondes', '1', '2019', 'Normale', 'exercise', 'pdf', 'Énoncé', SAMPLE_DRIVE_ID],
    changes,
  ).join(';')
export const csv = (...lines: string[]) => [HEADER, ...lines].join('\n')

/** The fields of the resource that {@link line} describes. */
export const place = {
  track: TRACK_CODES[0],
  theme: 'ondes',
  chapter: 'Ondes mécaniques progressives',
  year: '2019',
  session: 'Normale',
  resourceType: 'exercise',
  type: 'pdf',
} as const
