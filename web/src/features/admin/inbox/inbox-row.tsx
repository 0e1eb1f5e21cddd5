import { useState } from 'react'
import { partLabels } from '#shared/catalogue/document-labels.ts'
import type { InboxItem } from '#shared/contract/admin/inbox.ts'
import { namedPaper, namedResource } from '#shared/domain/documents/file-name.ts'
import {
  type DocumentGuess,
  inboxFaultTexts,
  LIKENESSES,
  type Likeness,
} from '#shared/entities/inbox-file.ts'
import { resourceTitle } from '#shared/entities/resource.ts'
import { withFrenchSpaces } from '#shared/writing/french-spaces.ts'
import { sizeText } from '#web/lib/documents/document-labels.ts'
import { formatDay } from '#web/lib/format/moments.ts'
import { Button } from '#web/ui/button.tsx'
import styles from '../resources/resources.module.css'
import { DriveLink, InboxDialog } from './inbox-dialog.tsx'
import { type Decision, useInboxDecision } from './use-inbox-decision.ts'

/** A received file: the document that it may become, what is to be known of it, and the decision. */
export function InboxRow({ item, isIgnored }: { item: InboxItem; isIgnored: boolean }) {
  const { fileId, size, fault, guess, obstacle, seenAt } = item
  const [isEditing, setEditing] = useState(false)
  const decision = useInboxDecision(item)
  const named = decisionNamed(guess)
  const title = titleOf(item)
  const remarks = remarksOf(item)
  const send = (body: Decision) => decision.mutate(body)
  const { isPending } = decision
  return (
    <tr aria-busy={isPending}>
      <th scope="row">{withFrenchSpaces(title)}</th>
      <td data-label="Fichier">
        <DriveLink item={item} />
        {[sizeText({ size, pages: null }), `reçu le ${formatDay(seenAt)}`]
          .filter(Boolean)
          .map((text) => ` · ${text}`)}
      </td>
      <td data-label="Remarques">
        {remarks.map((remark) => (
          <p key={remark}>{withFrenchSpaces(remark)}</p>
        ))}
      </td>
      <td data-label="Actions" className={styles.cell}>
        <div className={styles.actions}>
          {named && !fault && !obstacle && (
            <Button disabled={isPending} aria-label={`Ajouter : ${title}`} onClick={() => send(named)}>
              Ajouter
            </Button>
          )}
          {!fault && (
            <Button
              variant="secondary"
              disabled={isPending}
              aria-label={`Modifier : ${title}`}
              onClick={() => setEditing(true)}
            >
              Modifier
            </Button>
          )}
          {!isIgnored && (
            <Button
              variant="quiet"
              disabled={isPending}
              aria-label={`Ignorer : ${title}`}
              onClick={() => send({ action: 'ignore' })}
            >
              Ignorer
            </Button>
          )}
        </div>
        {isEditing && <InboxDialog key={fileId} item={item} onClose={() => setEditing(false)} />}
      </td>
    </tr>
  )
}

/** Returns the decision that a complete guess proposes, or null. */
function decisionNamed(guess: DocumentGuess): Decision | null {
  const paper = namedPaper(guess)
  if (paper) return { action: 'subject', ...paper }
  const resource = namedResource(guess)
  return resource && { action: 'resource', ...resource }
}

/** 'SM 2025 Normale - Corrigé', or the name of a file that does not say enough. */
function titleOf({ guess, name }: InboxItem): string {
  const paper = namedPaper(guess)
  if (paper) return `${paper.track} ${paper.year} ${paper.session} - ${partLabels[paper.part]}`
  const resource = namedResource(guess)
  return resource ? `${resource.track} - ${resourceTitle(resource)}` : name || 'Sans nom'
}

const obstacles = {
  exists: 'Le site a déjà ce document.',
  'no-statement': "Ajoutez d'abord l'énoncé de ce sujet.",
}

const alike: Record<Likeness, string> = {
  size: 'Même taille que',
  name: 'Même nom que',
  place: 'Le site a déjà',
}

function remarksOf({ fault, guess, obstacle, lookalikes, doubles }: InboxItem): string[] {
  if (fault) return [`${inboxFaultTexts[fault]}.`]
  return [
    ...(obstacle ? [obstacles[obstacle]] : []),
    ...(decisionNamed(guess) ? [] : ['Le nom ne dit pas tout : complétez avec « Modifier ».']),
    ...LIKENESSES.flatMap((by) => {
      const titles = lookalikes.filter((document) => document.by === by).map(({ title }) => title)
      return titles.length > 0 ? [listed(alike[by], titles)] : []
    }),
    ...(doubles.length > 0 ? [listed('Ressemble à un fichier reçu :', doubles)] : []),
  ]
}

/** 'Même taille que « A », « B ».' */
function listed(words: string, names: readonly string[]): string {
  return `${words} ${names.map((name) => `« ${name} »`).join(', ')}.`
}
