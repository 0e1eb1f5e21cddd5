import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { listPaymentRequests } from '#shared/contract/admin/payments.ts'
import { PaymentRequestStatus, paymentRequestStatusLabels } from '#shared/entities/payment-request.ts'
import { api } from '#web/lib/api/api.ts'
import { EmptyState } from '#web/ui/loadable.tsx'
import { counted } from '../admin-texts.ts'
import { DataList, useList } from '../data-list.tsx'
import { RefreshButton } from '../list-parts.tsx'
import { FilterField, SearchTools, useFilter, useSearchTerm, withParameter } from '../list-search.tsx'
import { OfferNotice } from '../notices.tsx'
import { RequestCard } from './request-card.tsx'
import styles from './requests.module.css'

/** A page of them is decided in one sitting, and each has a picture. */
const PAGE_SIZE = 20

/** The payments that students have declared. Its address names a state and a search: a number leads to one request. */
export function RequestsPage() {
  const status = useFilter('status', paymentRequestStatusLabels, 'pending')
  const search = useSearchTerm('search')
  const query = { status: status.choice, search: search.term, limit: PAGE_SIZE }
  const requests = useList(listPaymentRequests, { query })
  const total = requests.data?.pages[0]?.total
  return (
    <DataList
      title="Demandes"
      of={requests}
      error="Erreur lors du chargement des demandes"
      keyBy="id"
      empty={
        <EmptyState
          more={
            search.term !== '' &&
            PaymentRequestStatus.options
              .filter((other) => other !== status.choice)
              .map((other) => <FoundIn key={other} status={other} search={search.term} />)
          }
        >
          {`${countText(status.choice, 0)}.`}
        </EmptyState>
      }
      renderItems={(items) => (
        <ul className={styles.requests}>
          {items.map((request) => (
            <li key={request.id}>
              <RequestCard request={request} />
            </li>
          ))}
        </ul>
      )}
    >
      <OfferNotice />
      <p>
        Les paiements que des élèves ont déclarés. Activer une demande donne l'accès Premium et note le
        paiement&nbsp;; l'élève voit votre décision aussitôt.
      </p>
      <SearchTools
        of={search}
        placeholder="Numéro, référence ou adresse"
        found={total === undefined || requests.isFetching ? null : countText(status.choice, total)}
      >
        <FilterField label="État" of={status} />
        <RefreshButton of={requests} />
      </SearchTools>
    </DataList>
  )
}

/** 'Aucune demande en attente', '3 demandes refusées' */
function countText(status: PaymentRequestStatus, count: number): string {
  const label = paymentRequestStatusLabels[status].toLowerCase()
  if (count === 0) return `Aucune demande ${label}`
  return status === 'pending' ? `${counted(count, 'demande')} ${label}` : counted(count, `demande ${label}`)
}

/** Links to what a search finds in another state: a number that was passed on may have been decided since. */
function FoundIn({ status, search }: { status: PaymentRequestStatus; search: string }) {
  const query = { status, search, limit: 1 }
  const { data } = useInfiniteQuery(api(listPaymentRequests).infiniteQueryOptions({ query }))
  const total = data?.pages[0]?.total ?? 0
  const [params] = useSearchParams()
  if (total === 0) return null
  return (
    <Link to={{ search: withParameter(params, 'status', status).toString() }}>
      {countText(status, total)}
    </Link>
  )
}
