import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { acknowledgeNotice, listNotices } from '#shared/contract/admin/notices.ts'
import type { Notice } from '#shared/entities/notice.ts'
import { api } from '#web/lib/api/api.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { formatCalendarDay } from '#web/lib/format.ts'
import { formatMoment } from '#web/lib/moments.ts'
import { useIsOfferOver, useSettings } from '#web/lib/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Row } from '#web/ui/card.tsx'
import { Alert } from '#web/ui/status.tsx'
import { Address } from './list-parts.tsx'

export function Notices() {
  const notices = useQuery(api(listNotices).queryOptions({}))
  if (notices.isError) return <Alert kind="info">Les avertissements n'ont pas pu être chargés.</Alert>
  return notices.data?.items.map((notice) => <NoticeBox key={notice.id} notice={notice} />)
}

function NoticeBox({ notice: { id, actor, day, first, last, documents } }: { notice: Notice }) {
  const acknowledging = useAction(acknowledgeNotice, { failed: "L'avertissement n'a pas pu être fermé" })
  const search = new URLSearchParams({ actor, from: day, to: day })
  return (
    <Alert kind="info">
      <p>
        <strong>{documents} documents sont devenus gratuits</strong> par <Address>{actor}</Address>,{' '}
        {first === last ? `le ${formatMoment(first)}` : `du ${formatMoment(first)} au ${formatMoment(last)}`}.
      </p>
      <Row>
        <Link to={`/admin/audit?${search}`}>Voir dans le journal</Link>
        <Button
          variant="secondary"
          disabled={acknowledging.isPending}
          onClick={() => acknowledging.mutate({ params: { id }, body: { documents } })}
        >
          J'ai vérifié
        </Button>
      </Row>
    </Alert>
  )
}

export function OfferNotice() {
  const { premiumValidUntil } = useSettings()
  const isOver = useIsOfferOver()
  if (!isOver || premiumValidUntil === null) return null
  return (
    <Alert kind="info">
      <p>
        <strong>L'offre Premium est terminée depuis le {formatCalendarDay(premiumValidUntil)}.</strong> Le
        site annonce que la prochaine est en préparation, et un nouvel accès Premium demande une date de fin.
      </p>
    </Alert>
  )
}
