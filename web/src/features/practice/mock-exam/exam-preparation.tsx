import { useMutation } from '@tanstack/react-query'
import { BellOff, Calculator, Clock, DoorClosed, type LucideIcon, PencilRuler } from 'lucide-react'
import { examPath } from '#shared/catalogue/page-path.ts'
import { type MockExamView, startMockExam } from '#shared/contract/practice.ts'
import type { SubjectDetails } from '#shared/contract/subject-details.ts'
import { withFrenchSpaces } from '#shared/writing/french-text.ts'
import { api } from '#web/lib/api/api.ts'
import { networkTexts } from '#web/lib/api/failure.ts'
import type { Access } from '#web/lib/auth/auth-state.ts'
import { minutesText, pointsText } from '#web/lib/format.ts'
import { keepRunning } from '#web/lib/practice/kept-exams.ts'
import { useSettings } from '#web/lib/settings.ts'
import { PremiumLink, SignInLink } from '#web/ui/account-view.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Failure } from '#web/ui/failure.tsx'
import styles from './mock-exam.module.css'
import { openAfterText } from './sitting.ts'

const PREPARATION: { Icon: LucideIcon; what: string; why: string }[] = [
  { Icon: Calculator, what: 'Une calculatrice', why: "non programmable, comme le jour de l'examen" },
  { Icon: PencilRuler, what: 'Des feuilles, un stylo, une règle', why: 'vous rédigez sur papier' },
  { Icon: DoorClosed, what: 'Un endroit calme', why: 'où personne ne vous dérange' },
  { Icon: BellOff, what: 'Le téléphone en silencieux', why: 'les messages attendront' },
]

type ExamPreparationProps = {
  subject: SubjectDetails
  access: Access
  other?: MockExamView | undefined
  account?: string
  onStart?: (() => void) | undefined
}

export function ExamPreparation(props: ExamPreparationProps) {
  const { subject, access } = props
  const minutes = useSettings().mockExamMinutes[subject.track]
  const { exercises } = subject
  const points = exercises.reduce((sum, each) => sum + each.points, 0)
  return (
    <div className={styles.columns}>
      <section aria-labelledby="preparer" className={styles.section}>
        <h2 id="preparer">À préparer</h2>
        <ul>
          {PREPARATION.map(({ Icon, what, why }) => (
            <li key={what} className={styles.item}>
              <span className={styles.icon}>
                <Icon size={22} aria-hidden="true" />
              </span>
              <p>
                <strong>{what}</strong>, {why}.
              </p>
            </li>
          ))}
        </ul>
        <h2>Comment ça se passe</h2>
        <ol className={styles.steps}>
          <li>
            Le temps part avec le sujet. Il continue si vous fermez la page, et vous la retrouvez telle
            quelle.
          </li>
          <li>Vous terminez quand vous voulez&nbsp;; sinon, l'épreuve s'arrête à la fin du temps.</li>
          <li>
            {withFrenchSpaces(openAfterText(subject, access))} Vous vous notez exercice par exercice, et votre
            note sur 20 est gardée.
          </li>
        </ol>
      </section>
      <section aria-labelledby="epreuve">
        <Card>
          <h2 id="epreuve" className="visually-hidden">
            L'épreuve
          </h2>
          <p className={styles.duration}>
            <Clock size={26} aria-hidden="true" />
            {minutesText(minutes)}
          </p>
          {exercises.length > 0 ? (
            <>
              <ol className={styles.exercises}>
                {exercises.map(({ number, title, points: each }) => (
                  <li key={number} className={styles.exercise}>
                    <span>
                      {number}. {title}
                    </span>
                    <span className={styles.points}>{pointsText(each)}</span>
                  </li>
                ))}
              </ol>
              <p className="note">
                {exercises.length} {exercises.length > 1 ? 'exercices' : 'exercice'}, {pointsText(points)}
              </p>
            </>
          ) : (
            <p className="note">
              Les exercices de ce sujet ne sont pas encore détaillés&nbsp;: vous pouvez passer l'épreuve et
              voir le corrigé, mais pas encore noter chaque exercice.
            </p>
          )}
          <Start {...props} />
        </Card>
      </section>
    </div>
  )
}

function Start({ subject, access, other, account = '', onStart }: ExamPreparationProps) {
  const start = useMutation({
    ...api(startMockExam).mutationOptions(),
    onSuccess: ({ now, ...exam }) => {
      keepRunning(account, { now, items: [exam] })
      onStart?.()
    },
  })
  if (!subject.hasFile) return <p>Ce sujet n'est pas encore disponible.</p>
  if (access === 'visitor')
    return (
      <div className={styles.start}>
        <p>Un compte garde le temps de votre épreuve et votre note.</p>
        <SignInLink>Se connecter pour commencer</SignInLink>
        {subject.isFree ? (
          <SignInLink to="/signup" variant="secondary">
            Créer un compte gratuit
          </SignInLink>
        ) : (
          <PremiumLink />
        )}
      </div>
    )
  if (access === 'free' && !subject.isFree)
    return (
      <div className={styles.start}>
        <p>Ce sujet est réservé aux comptes Premium.</p>
        <PremiumLink />
      </div>
    )
  if (other)
    return (
      <div className={styles.start}>
        <p>Vous passez en ce moment un autre examen blanc&nbsp;: {other.title}.</p>
        <ButtonLink to={examPath(other)}>Y revenir</ButtonLink>
      </div>
    )
  return (
    <div className={styles.start}>
      <Button disabled={start.isPending} onClick={() => start.mutate({ body: { subjectId: subject.id } })}>
        {start.isPending ? "L'épreuve commence..." : "Commencer l'épreuve"}
      </Button>
      <Failure of={start.error} text={networkTexts.unreachable} />
    </div>
  )
}
