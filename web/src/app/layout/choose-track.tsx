import { type TrackCode, tracks } from '#shared/catalogue/tracks.ts'
import { savePreferences } from '#web/lib/auth/preferences.ts'
import { useSubmission } from '#web/lib/use-submission.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'

export function ChooseTrack({ onClose }: { onClose: () => void }) {
  const { submit, isPending, error } = useSubmission((track: TrackCode) => savePreferences({ track }), {
    onSuccess: onClose,
  })
  return (
    <Dialog title="Quelle est votre filière&nbsp;?" onClose={onClose}>
      <p>
        Votre filière vient en premier partout sur le site. Vous pourrez la changer dans «&nbsp;Mon
        compte&nbsp;».
      </p>
      {tracks.map(({ code, label }) => (
        <Button key={code} variant="secondary" disabled={isPending} onClick={() => submit(code)}>
          {label}
        </Button>
      ))}
      <Failure of={error} text="Votre choix n'a pas pu être enregistré." />
      <Button variant="quiet" disabled={isPending} onClick={onClose}>
        Plus tard
      </Button>
    </Dialog>
  )
}
