import { X } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { FILTER_NAMES, type FilterName, type FilterOptions, type Filters } from './exam-filters.ts'
import styles from './filter-bar.module.css'

const texts: Record<FilterName, { label: string; everything: string }> = {
  annee: { label: 'Année', everything: 'Toutes' },
  session: { label: 'Session', everything: 'Toutes' },
  type: { label: 'Type', everything: 'Tous' },
}

type FilterBarProps = {
  options: FilterOptions
  filters: Filters
  /** What is left, said to a screen reader whenever it changes. */
  count: string
  onChange: (name: FilterName, value: string) => void
  onClear: () => void
}

/** Narrows the subjects of a chapter. A filter with nothing to choose from is left out. */
export function FilterBar({ options, filters, count, onChange, onClear }: FilterBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const useful = FILTER_NAMES.filter((name) => options[name].length > 1)
  return (
    <div ref={bar} className={styles.bar}>
      {useful.length > 0 && (
        <form role="search" aria-label="Filtrer les sujets" className={styles.filters}>
          {useful.map((name) => (
            <SelectField
              key={name}
              label={texts[name].label}
              value={filters[name] ?? ''}
              onChange={({ target }) => onChange(name, target.value)}
            >
              <option value="">{texts[name].everything}</option>
              {options[name].map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </SelectField>
          ))}
        </form>
      )}
      <div className={styles.result}>
        <p role="status">{count}</p>
        {Object.keys(filters).length > 0 && (
          <Button
            variant="link"
            onClick={() => {
              // The button goes away with the filters; whoever works by keyboard goes on at the first of them.
              bar.current?.querySelector('select')?.focus()
              onClear()
            }}
          >
            <X size={18} aria-hidden="true" />
            Effacer les filtres
          </Button>
        )}
      </div>
    </div>
  )
}
