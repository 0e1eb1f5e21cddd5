import * as v from 'valibot'
import { subjectId } from '../catalogue/subjects.ts'
import { EXAM_SESSIONS, TRACK_CODES } from '../catalogue/tracks.ts'
import { OwnQuestion, QuestionInput } from '../entities/question.ts'
import { route } from './define-route.ts'

/** None while the settings turn questions off. */
export const listOwnQuestions = route('GET /api/questions', {
  access: 'user',
  capability: 'progress',
  response: v.object({ items: v.array(OwnQuestion) }),
})

/** Needs Premium. The same question of a day is answered like the first one. Five are open at most: CONFLICT. */
export const askQuestion = route('POST /api/questions', {
  access: 'user',
  capability: 'progress',
  status: 201,
  body: QuestionInput,
  response: OwnQuestion,
  errors: ['PREMIUM_REQUIRED', 'NOT_FOUND', 'CONFLICT', 'TOO_MANY_REQUESTS'],
  throttle: { account: 20, address: 600 },
  invalidates: [listOwnQuestions],
  sample: {
    body: {
      documentId: subjectId({ track: TRACK_CODES[0], year: '2024', session: EXAM_SESSIONS[0] }),
      text: 'Pourquoi la célérité ne dépend-elle pas de la fréquence ?',
    },
  },
})
