import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BlockedEmail } from '#shared/entities/blocked-email.ts'
import { formatMoment } from '#web/lib/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { Notice } from '#web/ui/notice.tsx'
import { listFailure } from '../admin-texts.ts'
import styles from './blocked-row.module.css'
import { blockedQuery } from './requests/fetch-blocked.ts'
import { unblockEmail } from './requests/unblock-email.ts'

type BlockedRowProps = {
  item: BlockedEmail
  onNotice: (notice: Notice | null) => void
  onGone: () => void
}

/** One blocked address, with the way back in. */
export function BlockedRow({ item, onNotice, onGone }: BlockedRowProps) {
  const { email, reason, blockedAt, blockedBy } = item
  const [isAsking, setAsking] = useState(false)
  const client = useQueryClient()
  const unblocking = useMutation({
    mutationFn: () => unblockEmail(email),
    onMutate: () => onNotice(null),
    onSuccess: async () => {
      onNotice({ kind: 'success', text: `${email} : adresse débloquée` })
      await client.invalidateQueries({ queryKey: blockedQuery.queryKey })
      onGone()
    },
    onError: (error) => onNotice({ kind: 'error', text: listFailure('Erreur lors du déblocage')(error) }),
  })
  return (
    <tr aria-busy={unblocking.isPending}>
      <th scope="row">{email}</th>
      <td data-label="Raison" className={styles.text}>
        {reason}
      </td>
      <td data-label="Bloqué le">{formatMoment(blockedAt)}</td>
      <td data-label="Bloqué par" className={styles.text}>
        {blockedBy}
      </td>
      <td data-label="Actions">
        <Button variant="secondary" disabled={unblocking.isPending} onClick={() => setAsking(true)}>
          {unblocking.isPending ? 'Déblocage...' : 'Débloquer'}
        </Button>
        {isAsking && (
          <ConfirmDialog
            title="Débloquer l'adresse"
            confirm="Débloquer"
            onConfirm={() => unblocking.mutate()}
            onClose={() => setAsking(false)}
          >
            <p>Êtes-vous sûr de vouloir débloquer cette adresse ?</p>
            <p>
              <strong>{email}</strong> pourra de nouveau se connecter ou s'inscrire.
            </p>
          </ConfirmDialog>
        )}
      </td>
    </tr>
  )
}
