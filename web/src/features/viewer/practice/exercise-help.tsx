import { useQuery } from '@tanstack/react-query'
import { Lightbulb } from 'lucide-react'
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { type SubjectKey, subjectDocumentId, subjectId } from '#shared/catalogue/subjects.ts'
import { getExerciseHelp } from '#shared/contract/practice.ts'
import { checkNumber, type Verdict } from '#shared/domain/practice/final-answer.ts'
import type { Exercise } from '#shared/entities/exercise.ts'
import type { FinalAnswer } from '#shared/entities/exercise-help.ts'
import { routeKey } from '#web/lib/api/api.ts'
import { call } from '#web/lib/api/call.ts'
import { ApiFailure } from '#web/lib/api/failure.ts'
import { useAccess, useProfile } from '#web/lib/auth/auth-state.ts'
import { documentFailureText } from '#web/lib/documents/document-texts.ts'
import { keptHelp, storeHelp } from '#web/lib/offline/kept-help.ts'
import { usePracticeChanges } from '#web/lib/practice/send-exercises.ts'
import { Button, RetryButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/field.tsx'
import styles from './practice-bar.module.css'

export function ExerciseHelp({ paper, exercise }: { paper: SubjectKey; exercise: Exercise }) {
  const changes = usePracticeChanges(subjectId(paper))
  const { help, error, isAllowed, isLoading, retry } = useHelp(paper, exercise)
  if (!exercise.hasHelp) return null
  if (!isAllowed)
    return (
      <p className={styles.soft}>
        Les indices et la vérification de la réponse sont réservés aux comptes Premium, comme le corrigé.
      </p>
    )
  if (isLoading) return <p className={styles.soft}>Chargement des indices...</p>
  if (error)
    return (
      <div className={styles.part}>
        <p className={styles.soft}>{documentFailureText(error)}</p>
        <RetryButton onClick={retry} />
      </div>
    )
  return (
    <>
      {help?.hints && <Hints hints={help.hints} onAsked={(hints) => changes.help(exercise, { hints })} />}
      {help?.answer && (
        <AnswerCheck answer={help.answer} onWrong={() => changes.help(exercise, { isWrong: true })} />
      )}
    </>
  )
}

function Hints({ hints, onAsked }: { hints: readonly string[]; onAsked: (number: number) => void }) {
  const [shown, setShown] = useState(0)
  const ask = () => {
    setShown(shown + 1)
    onAsked(shown + 1)
  }
  return (
    <div className={styles.part}>
      <ol aria-live="polite" className={styles.hints}>
        {hints.slice(0, shown).map((hint, index) => (
          <li key={hint} className={styles.hint}>
            <strong className={styles.hintName}>
              Indice {index + 1} sur {hints.length}
            </strong>
            {hint}
          </li>
        ))}
      </ol>
      {shown < hints.length && (
        <Button variant="secondary" Icon={Lightbulb} onClick={ask}>
          <span>{`${shown === 0 ? 'Demander un indice' : 'Un autre indice'} (${shown + 1} sur ${hints.length})`}</span>
        </Button>
      )}
    </div>
  )
}

const VERDICTS: Record<Verdict, string> = {
  right: "C'est juste\u00a0!",
  wrong: "Ce n'est pas la réponse attendue. Reprenez votre calcul.",
  wrongUnit: "L'unité ne convient pas.",
  unreadable: 'Écrivez un nombre, par exemple 1,2e-3 ou 1,2·10^-3 V.',
}

function AnswerCheck({ answer, onWrong }: { answer: FinalAnswer; onWrong: () => void }) {
  const name = useId()
  const [given, setGiven] = useState('')
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const said = useRef<HTMLParagraphElement>(null)
  // It may lie below the edge of the panel.
  useEffect(() => {
    if (verdict) said.current?.scrollIntoView({ block: 'nearest' })
  }, [verdict])
  const change = (text: string) => {
    setGiven(text)
    setVerdict(null)
  }
  const check = (event: SubmitEvent) => {
    event.preventDefault()
    const found = answer.kind === 'number' ? checkNumber(answer, given) : checkChoice(answer, given)
    setVerdict(found)
    if (found === 'wrong' || found === 'wrongUnit') onWrong()
  }
  return (
    <form className={styles.part} onSubmit={check}>
      {answer.kind === 'number' ? (
        <div className={styles.check}>
          <TextField
            label="Ma réponse finale"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            required
            value={given}
            onChange={({ target }) => change(target.value)}
          />
          <Button type="submit">Vérifier</Button>
        </div>
      ) : (
        <>
          <fieldset className={styles.choices}>
            <legend>Ma réponse finale</legend>
            {answer.choices.map((choice, index) => (
              <label key={choice} className={styles.choice}>
                <input
                  type="radio"
                  name={name}
                  required
                  checked={given === String(index)}
                  onChange={() => change(String(index))}
                />
                {choice}
              </label>
            ))}
          </fieldset>
          <Button type="submit">Vérifier</Button>
        </>
      )}
      <p
        ref={said}
        role="status"
        className={classNames(styles.verdict, verdict === 'right' ? styles.right : styles.wrong)}
      >
        {verdict && VERDICTS[verdict]}
      </p>
    </form>
  )
}

function checkChoice({ right }: Extract<FinalAnswer, { kind: 'choice' }>, given: string): Verdict {
  return Number(given) === right ? 'right' : 'wrong'
}

/** Without a network it returns what the device keeps with the correction. */
function useHelp(paper: SubjectKey, { number, hasHelp }: Exercise) {
  const account = useProfile()?.id
  const id = subjectId(paper)
  const isAllowed = useAccess() === 'premium'
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: [...routeKey(getExerciseHelp), id, account],
    queryFn: async () => {
      const correction = subjectDocumentId(paper, 'correction')
      try {
        const { items } = await call(getExerciseHelp, { params: { id } })
        storeHelp(correction, items)
        return items
      } catch (failure) {
        const kept = failure instanceof ApiFailure && failure.kind !== 'refused' ? keptHelp(correction) : null
        if (kept) return kept
        throw failure
      }
    },
    meta: { personal: true },
    enabled: isAllowed && hasHelp === true,
    // An examination that has begun since closes it.
    gcTime: 0,
  })
  const help = data?.find((each) => each.number === number)
  return { help, error, isLoading, isAllowed, retry: () => void refetch() }
}
