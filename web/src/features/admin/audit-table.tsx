import { useInfiniteQuery } from '@tanstack/react-query'
import type { AuditItem } from '#shared/contract/admin-security.ts'
import { formatMoment } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Stack } from '#web/ui/stack.tsx'
import { Table } from '#web/ui/table.tsx'
import styles from './audit-table.module.css'
import { NotLoaded } from './not-loaded.tsx'
import { auditQuery } from './requests/fetch-audit.ts'

/** Everything that administrators changed, newest first. */
export function AuditTable() {
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(auditQuery)
  const items = data?.pages.flatMap((page) => page.items)
  if (items?.length === 0) return <p>Aucun log d'audit trouvé.</p>
  if (items)
    return (
      <Stack>
        <Table caption="Journal d'audit" columns={['Date/Heure', 'Admin', 'Action', 'Cible', 'Détails']}>
          {items.map((item) => (
            <AuditLine key={item.id} item={item} />
          ))}
        </Table>
        {hasNextPage && (
          <div>
            <Button variant="secondary" disabled={isFetching} onClick={() => void fetchNextPage()}>
              Charger plus
            </Button>
          </div>
        )}
      </Stack>
    )
  if (error && !isFetching)
    return <NotLoaded error={error} fallback="Erreur inconnue" onRetry={() => void refetch()} />
  return <Spinner />
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
