import { type GuideSection, sections } from 'virtual:owner-guide'
import { useState } from 'react'
import { foldText } from '#shared/domain/fold-text.ts'
import { useAnchoredPlace } from '#web/lib/use-anchored-place.ts'
import { TextField } from '#web/ui/field.tsx'
import { EmptyState } from '#web/ui/loadable.tsx'
import styles from './help-page.module.css'

export function HelpPage() {
  const [search, setSearch] = useState('')
  const found = findSections(sections, search)
  useAnchoredPlace()
  return (
    <div className={styles.page}>
      <TextField
        label="Chercher dans l'aide"
        type="search"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <p role="status" className="visually-hidden">
        {search !== '' && `${found.length} ${found.length > 1 ? 'parties' : 'partie'} de l'aide`}
      </p>
      {found.length === 0 && <EmptyState>Aucune partie de l'aide ne contient ces mots.</EmptyState>}
      {found.map(({ id, title, html }) => (
        <section key={id} aria-labelledby={id} className={styles.section}>
          <h2 id={id}>{title}</h2>
          {/* oxlint-disable-next-line react/no-danger -- the build made it from the guide of the docs */}
          <div className={styles.text} dangerouslySetInnerHTML={{ __html: html }} />
        </section>
      ))}
    </div>
  )
}

export function findSections(all: readonly GuideSection[], search: string): GuideSection[] {
  const words = foldText(search).split(/\s+/).filter(Boolean)
  return all.filter(({ title, html }) => {
    const text = foldText(`${title} ${html.replaceAll(/<[^>]*>/g, ' ')}`)
    return words.every((word) => text.includes(word))
  })
}
