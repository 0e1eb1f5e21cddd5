import { useMutation } from '@tanstack/react-query'
import { type getExercises, readProposals } from '#shared/contract/admin/subjects.ts'
import type { Parsed } from '#shared/contract/route.ts'
import { PAPER_POINTS } from '#shared/entities/exercise.ts'
import { api } from '#web/lib/api/api.ts'
import { detailOf, refusalCodeOf, troubleHint, waitOf } from '#web/lib/api/failure.ts'
import { decimalText } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Alert } from '#web/ui/status.tsx'

export type PaperExercises = Parsed<typeof getExercises.response>
/** A long paper takes a minute. */
const PREPARING_TRIES = 30

const FAILED = "Le PDF n'a pas pu être lu. Veuillez réessayer."
const NO_TEXT =
  "Le texte du PDF n'annonce aucun exercice : c'est sans doute un document scanné. Saisissez-les à la main."
const UNREAD = "Le PDF n'a pas encore été lu ; il le sera au prochain contrôle quotidien."
const UNREADABLE = 'Ce site ne lit pas le texte des PDF : saisissez les exercices à la main.'

/** The exercises that the text of the paper announces, or a button that reads them. */
export function Proposals({
  paper,
  onTake,
}: {
  paper: PaperExercises
  onTake: (proposal: PaperExercises['proposals']['exercises']) => void
}) {
  const { id, proposals } = paper
  const { mutate, isPending, error, data } = useMutation({
    ...api(readProposals).mutationOptions(),
    // A paper that was just added is prepared in a few seconds.
    retry: (count, failure) => count < PREPARING_TRIES && refusalCodeOf(failure) === 'DOCUMENT_PREPARING',
    retryDelay: (_, failure) => waitOf(failure),
  })
  if (!proposals.isRead)
    return (
      <Alert kind={error ? 'error' : 'info'}>
        <p>{error ? (troubleHint(error) ?? detailOf(error, FAILED)) : data ? UNREADABLE : UNREAD}</p>
        {data === undefined && (
          <Button variant="secondary" disabled={isPending} onClick={() => mutate({ params: { id } })}>
            {isPending ? 'Lecture du PDF...' : 'Lire le PDF maintenant'}
          </Button>
        )}
      </Alert>
    )
  const { exercises } = proposals
  const [first] = exercises
  if (!first) return <Alert kind="info">{NO_TEXT}</Alert>
  const sum = exercises.reduce((total, { points }) => total + (points ?? 0), 0)
  return (
    <Alert kind="info">
      <p>
        {exercises.length < 2
          ? 'Le texte du PDF annonce un exercice'
          : `Le texte du PDF annonce ${exercises.length} exercices`}
        {sum === PAPER_POINTS ? '' : `, somme ${decimalText(sum)} sur ${PAPER_POINTS}`}. Relisez-les avant
        d'enregistrer.
      </p>
      <Button variant="secondary" onClick={() => onTake(exercises)}>
        Reprendre les propositions
      </Button>
    </Alert>
  )
}
