import { Suspense, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import type { ChapterItem } from '#shared/entities/resource.ts'
import { useAccess } from '#web/lib/auth/use-auth.ts'
import { optionalComponent } from '#web/lib/lazy-component.tsx'
import type { Place } from '#web/lib/progress/unsent-marks.ts'
import { CardGrid } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/loadable.tsx'
import { AccessBox } from './access-box.tsx'
import { ExamCardView } from './exam-card-view.tsx'
import { examCards } from './exam-cards.ts'
import {
  countText,
  filterCards,
  filterOptions,
  readFilters,
  withFilter,
  withoutFilters,
} from './exam-filters.ts'
import { FilterBar } from './filter-bar.tsx'
import { ProgressPart } from './student-parts.tsx'

/** Apart from the page, for those who need it; where it cannot be fetched, the login page does. */
const LoginOrPremiumDialog = optionalComponent(
  async () => (await import('./login-or-premium-dialog.tsx')).LoginOrPremiumDialog,
  () => <Navigate to="/login" />,
)

/** The documents of a chapter as cards, narrowed by the filters in the page's address. */
export function ChapterSubjects({ items, place }: { items: readonly ChapterItem[]; place: Place }) {
  const access = useAccess()
  const query = new URLSearchParams(useLocation().search)
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  if (items.length === 0)
    return (
      <>
        <AccessBox access={access} />
        <EmptyState>Aucun sujet disponible pour ce chapitre.</EmptyState>
      </>
    )

  const cards = examCards(items)
  const options = filterOptions(cards)
  const filters = readFilters(query, options)
  const shown = filterCards(cards, filters)
  const show = (next: URLSearchParams) => void navigate({ search: next.toString() })
  return (
    <>
      <AccessBox access={access} />
      <ProgressPart place={place} items={items} />
      <FilterBar
        options={options}
        filters={filters}
        count={countText(shown.length, cards.length)}
        onChange={(name, value) => show(withFilter(query, name, value))}
        onClear={() => show(withoutFilters(query))}
      />
      {shown.length === 0 && <EmptyState>Aucun sujet ne correspond à ces filtres.</EmptyState>}
      <CardGrid>
        {shown.map((card) => (
          <ExamCardView
            key={card.key}
            card={card}
            place={place}
            access={access}
            onLocked={() => setAsking(true)}
          />
        ))}
      </CardGrid>
      {isAsking && access === 'visitor' && (
        <Suspense fallback={null}>
          <LoginOrPremiumDialog onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
