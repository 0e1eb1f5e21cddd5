import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import * as v from 'valibot'
import { listPaymentRequests } from '#shared/contract/admin/payment-requests.ts'
import {
  PAYMENT_REQUEST_STATUSES,
  PaymentRequestStatus,
  paymentRequestStatusLabels,
} from '#shared/entities/payment-request.ts'
import { api } from '#web/lib/api/api.ts'
import { SelectField } from '#web/ui/field.tsx'
import { EmptyState, Loadable } from '#web/ui/loadable.tsx'
import { Stack } from '#web/ui/stack.tsx'
import { counted } from '../admin-texts.ts'
import { ListHeading, LoadMore, RefreshButton, useFocusAfterRemoval } from '../list-parts.tsx'
import { SearchTools, useSearchTerm, withParameter } from '../list-search.tsx'
import { OfferNotice } from '../notices.tsx'
import { requestTotal } from './pending-requests.ts'
import { RequestCard } from './request-card.tsx'
import styles from './requests.module.css'

const FAILED = 'Erreur lors du chargement des demandes'
/** A page of them is decided in one sitting, and each has a picture. */
const PAGE_SIZE = 20

const requestsQuery = (status: PaymentRequestStatus, search: string, limit: number) =>
  api(listPaymentRequests).infiniteQueryOptions({
    query: { status, limit, ...(search !== '' && { search }) },
  })

/** The payments that students have declared. Its address names a state and a search: a number leads to one request. */
export function RequestsPage() {
  const [params, setParams] = useSearchParams()
  const wanted = params.get('status')
  const status = v.is(PaymentRequestStatus, wanted) ? wanted : 'pending'
  const search = useSearchTerm('search')
  const requests = useInfiniteQuery({
    ...requestsQuery(status, search.term, PAGE_SIZE),
    placeholderData: keepPreviousData,
  })
  const items = requests.data?.pages.flatMap((page) => page.items)
  const total = requests.data && requestTotal(requests.data)
  const heading = useFocusAfterRemoval(items?.map(({ id }) => id))
  return (
    <Stack>
      <ListHeading ref={heading} title="Demandes" count={total} />
      <OfferNotice />
      <p>
        Les paiements que des élèves ont déclarés. Activer une demande donne l'accès Premium et note le
        paiement ; l'élève voit votre décision aussitôt.
      </p>
      <SearchTools
        of={search}
        placeholder="Numéro, référence ou adresse"
        found={total === undefined || requests.isFetching ? null : countText(status, total)}
      >
        <SelectField
          label="État"
          value={status}
          onChange={({ target: { value } }) =>
            setParams((before) => withParameter(before, 'status', value === 'pending' ? '' : value))
          }
        >
          {PAYMENT_REQUEST_STATUSES.map((each) => (
            <option key={each} value={each}>
              {paymentRequestStatusLabels[each]}
            </option>
          ))}
        </SelectField>
        <RefreshButton isBusy={requests.isFetching} onRefresh={() => void requests.refetch()} />
      </SearchTools>
      <Loadable of={requests} error={FAILED}>
        {() =>
          items?.length === 0 ? (
            <EmptyState more={search.term !== '' && <FoundElsewhere besides={status} search={search.term} />}>
              {`${countText(status, 0)}.`}
            </EmptyState>
          ) : (
            <ul className={styles.requests}>
              {items?.map((request) => (
                <li key={request.id}>
                  <RequestCard request={request} />
                </li>
              ))}
            </ul>
          )
        }
      </Loadable>
      {items && <LoadMore of={requests} error={FAILED} />}
    </Stack>
  )
}

/** 'Aucune demande en attente', '3 demandes refusées' */
function countText(status: PaymentRequestStatus, count: number): string {
  const label = paymentRequestStatusLabels[status].toLowerCase()
  if (count === 0) return `Aucune demande ${label}`
  return status === 'pending' ? `${counted(count, 'demande')} ${label}` : counted(count, `demande ${label}`)
}

type FoundElsewhereProps = { besides: PaymentRequestStatus; search: string }

/** Links to what a search finds in other states: a number that was passed on may have been decided since. */
function FoundElsewhere({ besides, search }: FoundElsewhereProps) {
  return PAYMENT_REQUEST_STATUSES.filter((status) => status !== besides).map((status) => (
    <FoundIn key={status} status={status} search={search} />
  ))
}

function FoundIn({ status, search }: { status: PaymentRequestStatus; search: string }) {
  const { data: total = 0 } = useInfiniteQuery({ ...requestsQuery(status, search, 1), select: requestTotal })
  const [params] = useSearchParams()
  if (total === 0) return null
  return (
    <Link to={{ search: withParameter(params, 'status', status).toString() }}>
      {countText(status, total)}
    </Link>
  )
}
