import type { Exercise } from '#shared/entities/exercise.ts'
import type { SubjectItem } from '#shared/entities/subject.ts'

/** An exercise of a paper that asks about a chapter, as the chapter's page lists it. */
export type ChapterExercise = Pick<Exercise, 'number'> &
  Pick<SubjectItem, 'year' | 'session' | 'isFree'> & {
    /** Path of the paper's page. */
    paper: string
    /** 'Exercice 2 : Dipôle RC' */
    title: string
    /** 'Bac SM 2023 - Session Normale · 3,25 points' */
    detail: string
  }
