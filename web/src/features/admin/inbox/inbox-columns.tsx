import { partLabels } from '#shared/catalogue/subjects.ts'
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
import { formatDay } from '#web/lib/moments.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import type { Column } from '../data-list.tsx'
import styles from '../resources/resources.module.css'
import { type Decision, DriveLink, InboxDialog, useInboxDecision } from './inbox-dialog.tsx'

/** Each received file: the document that it may become, what is to be known of it, and the decision. */
export const inboxColumns = (isIgnored: boolean): readonly Column<InboxItem>[] => [
  { title: 'Document', cell: (item) => withFrenchSpaces(titleOf(item)) },
  {
    title: 'Fichier',
    cell: (item) => (
      <>
        <DriveLink item={item} />
        {[sizeText({ size: item.size, pages: null }), `reçu le ${formatDay(item.seenAt)}`]
          .filter(Boolean)
          .map((text) => ` · ${text}`)}
      </>
    ),
  },
  {
    title: 'Remarques',
    cell: (item) => remarksOf(item).map((remark) => <p key={remark}>{withFrenchSpaces(remark)}</p>),
  },
  {
    title: 'Actions',
    className: styles.cell,
    cell: (item, isBusy) => <InboxActions item={item} isBusy={isBusy} isIgnored={isIgnored} />,
  },
]

type InboxActionsProps = { item: InboxItem; isBusy: boolean; isIgnored: boolean }

function InboxActions({ item, isBusy, isIgnored }: InboxActionsProps) {
  const { decide } = useInboxDecision(item)
  const named = decisionNamed(item.guess)
  const title = titleOf(item)
  return (
    <div className={styles.actions}>
      {named && !item.fault && !item.obstacle && (
        <Button disabled={isBusy} aria-label={`Ajouter : ${title}`} onClick={() => decide(named)}>
          Ajouter
        </Button>
      )}
      {!item.fault && (
        <DialogButton
          disabled={isBusy}
          aria-label={`Modifier : ${title}`}
          renderDialog={(close) => <InboxDialog item={item} onClose={close} />}
        >
          Modifier
        </DialogButton>
      )}
      {!isIgnored && (
        <Button
          variant="quiet"
          disabled={isBusy}
          aria-label={`Ignorer : ${title}`}
          onClick={() => decide({ action: 'ignore' })}
        >
          Ignorer
        </Button>
      )}
    </div>
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
