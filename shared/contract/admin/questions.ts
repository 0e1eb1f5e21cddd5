import * as v from 'valibot'
import {
  ManagedQuestion,
  QuestionAnswer,
  QuestionId,
  QuestionStatus,
  sampleQuestion,
} from '../../entities/question.ts'
import { route } from '../define-route.ts'
import { Cursor, Limit, pageOf } from '../query.ts'
import { getOverview } from './overview.ts'

export const SAMPLE_ANSWER = 'La célérité dépend du milieu : $v = \\lambda f$.'

export const listQuestions = route('GET /api/admin/questions', {
  access: 'owner',
  query: v.object({ status: v.optional(QuestionStatus, 'open'), limit: Limit, cursor: Cursor }),
  response: pageOf(ManagedQuestion),
})

/**
 * The same answer again changes nothing. Another answer to an answered question is CONFLICT, unless it names the state
 * that its owner saw.
 */
export const answerQuestion = route('PUT /api/admin/questions/{id}', {
  access: 'owner',
  params: v.object({ id: QuestionId }),
  body: QuestionAnswer,
  response: ManagedQuestion,
  errors: ['NOT_FOUND', 'CONFLICT'],
  invalidates: [listQuestions, getOverview],
  sample: {
    params: { id: sampleQuestion.id },
    body: { answer: SAMPLE_ANSWER, publish: true, publishedText: 'De quoi la célérité dépend-elle ?' },
  },
})
