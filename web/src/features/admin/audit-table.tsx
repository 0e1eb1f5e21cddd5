import { useInfiniteQuery } from '@tanstack/react-query'
import type { AuditItem } from '#shared/contract/admin-security.ts'
import { formatMoment } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Loadable } from '#web/ui/loadable.tsx'
import { Stack } from '#web/ui/stack.tsx'
import { Table } from '#web/ui/table.tsx'
import { listFailure } from './admin-texts.ts'
import styles from './audit-table.module.css'
import { auditQuery } from './requests/fetch-audit.ts'

const columns = ['Date/Heure', 'Admin', 'Action', 'Cible', 'Détails']

/** Everything that administrators changed, newest first. */
export function AuditTable() {
  const audit = useInfiniteQuery(auditQuery)
  return (
    <Loadable of={audit} error={listFailure('Erreur inconnue')}>
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items)
        if (items.length === 0) return <p>Aucun log d'audit trouvé.</p>
        return (
          <Stack>
            <Table caption="Journal d'audit" columns={columns}>
              {items.map((item) => (
                <AuditLine key={item.id} item={item} />
              ))}
            </Table>
            {audit.hasNextPage && (
              <div>
                <Button
                  variant="secondary"
                  disabled={audit.isFetching}
                  onClick={() => void audit.fetchNextPage()}
                >
                  Charger plus
                </Button>
              </div>
            )}
          </Stack>
        )
      }}
    </Loadable>
  )
}

function AuditLine({ item }: { item: AuditItem }) {
  const { createdAt, adminEmail, actionType, targetEmail, oldValues, newValues } = item
  return (
    <tr>
      <td data-label="Date/Heure">{formatMoment(createdAt)}</td>
      <td data-label="Admin" className={styles.text}>
        {adminEmail}
      </td>
      <td data-label="Action">
        <Badge tone={toneOf(actionType)}>{actionType}</Badge>
      </td>
      <td data-label="Cible" className={styles.text}>
        {targetEmail}
      </td>
      <td data-label="Détails">
        <Values label="Avant" values={oldValues} />
        <Values label="Après" values={newValues} />
      </td>
    </tr>
  )
}

function Values({ label, values }: { label: string; values: AuditItem['oldValues'] }) {
  if (!values) return null
  return (
    <p className={styles.values}>
      <strong>{label} :</strong> {JSON.stringify(values)}
    </p>
  )
}

function toneOf(action: string) {
  if (action.includes('DELETE') || action.includes('REFUSED')) return 'danger'
  if (action.includes('CREATE')) return 'success'
  return action.includes('UPDATE') ? 'hue' : 'neutral'
}
