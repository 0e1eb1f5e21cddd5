import { useInfiniteQuery, useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldBan } from 'lucide-react'
import { Badge } from '#web/ui/card.tsx'
import { NoticeBanner, useNotice } from '#web/ui/notice.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Row, Stack } from '#web/ui/stack.tsx'
import { blockedCount, blockedQuery } from '../blocked/blocked-tab.tsx'
import { CsvButton } from '../csv-button.tsx'
import { RefreshButton } from '../list-parts.tsx'
import { ActivityTable } from './activity-table.tsx'
import { auditCsv } from './audit-csv.ts'
import { AuditTable } from './audit-table.tsx'
import { activityQuery } from './requests/fetch-activity.ts'
import { auditQuery } from './requests/fetch-audit.ts'

/** The three data sets of the tab. */
const DATA_SETS = [activityQuery.queryKey, auditQuery.queryKey, blockedQuery.queryKey]

/** Who administered how much, and everything that was changed. */
export function SecurityTab() {
  const client = useQueryClient()
  const activity = useQuery(activityQuery)
  const audit = useInfiniteQuery(auditQuery)
  const blocked = useInfiniteQuery({ ...blockedQuery, select: blockedCount })
  const fetching = useIsFetching({ predicate: ({ queryKey }) => isDataSet(queryKey) })
  const [notice, show] = useNotice()
  // Both tables come at once, so that neither pushes the other down.
  const isWaiting = activity.isPending || audit.isPending
  const refresh = () => {
    for (const queryKey of DATA_SETS) void client.invalidateQueries({ queryKey })
  }
  return (
    <Stack>
      <Row>
        <h2>Audit & Sécurité</h2>
        {blocked.data !== undefined && (
          <Badge tone="danger">
            <ShieldBan size={14} aria-hidden="true" />
            {blockedText(blocked.data)}
          </Badge>
        )}
      </Row>
      <p>Les utilisateurs bloqués sont masqués de la liste principale et ne peuvent plus se connecter.</p>
      <Row>
        <RefreshButton isBusy={fetching > 0} onRefresh={refresh} />
        <CsvButton label="Exporter le journal (CSV)" of={auditCsv} onNotice={show} />
      </Row>
      {isWaiting ? (
        <Spinner />
      ) : (
        <>
          <h3>Activité suspecte</h3>
          <ActivityTable of={activity} />
          <h3>Journal d'audit</h3>
          <AuditTable of={audit} />
        </>
      )}
      <NoticeBanner notice={notice} onClose={() => show(null)} />
    </Stack>
  )
}

function isDataSet([name]: readonly unknown[]): boolean {
  return DATA_SETS.some(([known]) => known === name)
}

/** '1 compte bloqué', '12 comptes bloqués', '100+ comptes bloqués' */
function blockedText(count: string): string {
  return count === '0' || count === '1' ? `${count} compte bloqué` : `${count} comptes bloqués`
}
