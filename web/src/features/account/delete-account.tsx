import { useState } from 'react'
import type { Profile } from '#shared/entities/user.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import type { Deletion } from './use-deletion.ts'

/** The end of the account; administrators' accounts end by somebody else's hand (decision D8). */
export function DeleteAccount({ profile, deletion }: { profile: Profile; deletion: Deletion }) {
  const [isAsking, setAsking] = useState(false)
  const close = () => {
    // An answer under way decides what the page shows next.
    if (deletion.isPending) return
    deletion.reset()
    setAsking(false)
  }
  return (
    <Card>
      <h2>Supprimer mon compte</h2>
      {profile.isAdmin ? (
        <p>
          Un compte administrateur ne se supprime pas ici. Écrivez à{' '}
          <a href={`mailto:${__SITE__.contactEmail}`}>{__SITE__.contactEmail}</a>.
        </p>
      ) : (
        <>
          <p>La suppression est immédiate et définitive.</p>
          <div>
            <Button variant="danger" onClick={() => setAsking(true)}>
              Supprimer mon compte
            </Button>
          </div>
        </>
      )}
      {isAsking && <DeleteDialog profile={profile} deletion={deletion} onClose={close} />}
    </Card>
  )
}
