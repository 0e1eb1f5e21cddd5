import { useInfiniteQuery } from '@tanstack/react-query'
import { UserX } from 'lucide-react'
import { unblockEmail } from '#shared/contract/admin/security.ts'
import type { BlockedEmail } from '#shared/entities/blocked-email.ts'
import { formatMoment } from '#web/lib/moments.ts'
import { Row } from '#web/ui/card.tsx'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { EmptyState } from '#web/ui/loadable.tsx'
import { ConfirmAction } from '../confirm-action.tsx'
import { type Column, DataList } from '../data-list.tsx'
import styles from '../list-parts.module.css'
import { Address, RefreshButton } from '../list-parts.tsx'
import { BlockDialog } from './block-dialog.tsx'
import { blockedCount, blockedQuery } from './blocked-query.ts'

const columns: readonly Column<BlockedEmail>[] = [
  { title: 'Email Bloqué', cell: ({ email }) => <Address>{email}</Address> },
  { title: 'Raison', className: styles.anywhere, cell: ({ reason }) => reason },
  { title: 'Bloqué le', cell: ({ blockedAt }) => formatMoment(blockedAt) },
  {
    title: 'Bloqué par',
    className: styles.anywhere,
    phone: 'Par ',
    cell: ({ blockedBy }) => <Address>{blockedBy}</Address>,
  },
  {
    title: 'Actions',
    cell: ({ email }) => (
      <ConfirmAction
        route={unblockEmail}
        input={{ params: { email } }}
        isDeletion
        done={`${email}\u00a0: adresse débloquée`}
        failed="Erreur lors du déblocage"
        pending="Déblocage..."
        title="Débloquer l'adresse"
        confirm="Débloquer"
        question={
          <>
            <p>Êtes-vous sûr de vouloir débloquer cette adresse&nbsp;?</p>
            <p>
              <strong>{email}</strong> pourra de nouveau se connecter ou s'inscrire.
            </p>
          </>
        }
      >
        Débloquer
      </ConfirmAction>
    ),
  },
]

export function BlockedTab() {
  const blocked = useInfiniteQuery(blockedQuery)
  return (
    <DataList
      title="Utilisateurs Bloqués"
      count={blocked.data && blockedCount(blocked.data)}
      of={blocked}
      error="Erreur lors du chargement des utilisateurs bloqués"
      keyBy="email"
      empty={
        <EmptyState more={<p>Tous les utilisateurs ont actuellement accès au système.</p>}>
          Aucun utilisateur bloqué
        </EmptyState>
      }
      table={{ caption: 'Utilisateurs bloqués', columns, compact: true }}
    >
      <Row>
        <RefreshButton of={blocked} />
        <DialogButton Icon={UserX} renderDialog={(close) => <BlockDialog onClose={close} />}>
          Bloquer une adresse
        </DialogButton>
      </Row>
    </DataList>
  )
}
