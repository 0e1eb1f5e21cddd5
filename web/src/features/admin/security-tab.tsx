import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Row, Stack } from '#web/ui/stack.tsx'
import { ActivityTable } from './activity-table.tsx'
import { AuditTable } from './audit-table.tsx'
import { activityQuery } from './requests/fetch-activity.ts'
import { auditQuery } from './requests/fetch-audit.ts'
import { blockedQuery } from './requests/fetch-blocked.ts'

/** Who administered how much, and everything that was changed. */
export function SecurityTab() {
  const client = useQueryClient()
  const activity = useQuery(activityQuery)
  const audit = useInfiniteQuery(auditQuery)
  // Both tables come at once, so that neither pushes the other down.
  const isWaiting = activity.isPending || audit.isPending
  const refresh = () => {
    for (const { queryKey } of [activityQuery, auditQuery, blockedQuery])
      void client.invalidateQueries({ queryKey })
  }
  return (
    <Stack>
      <Row>
        <h2>Audit & Sécurité</h2>
        <Button variant="secondary" onClick={refresh}>
          <RefreshCw size={18} aria-hidden="true" />
          Actualiser
        </Button>
      </Row>
      <p>Les utilisateurs bloqués sont masqués de la liste principale et ne peuvent plus se connecter.</p>
      {isWaiting ? (
        <Spinner />
      ) : (
        <>
          <h3>Activité suspecte</h3>
          <ActivityTable />
          <h3>Journal d'audit</h3>
          <AuditTable />
        </>
      )}
    </Stack>
  )
}
