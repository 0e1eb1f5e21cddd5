import type { Deps } from '../http/deps.ts'
import { answerMail, type MailedSite } from './mail-texts.ts'
import { isRecent, type MailDeps, sendMail } from './send-mail.ts'

/**
 * Tells students that an owner has just answered their question: one mail a question, however often its answer changes.
 * Blocked and deleted accounts get none, nor do those that turned these mails off.
 * @param ids of changed questions; an id may occur more than once
 */
export async function sendAnswers(
  deps: MailDeps & Pick<Deps, 'questions'> & { site: MailedSite },
  ids: readonly string[],
): Promise<void> {
  for (const id of new Set(ids)) {
    const { question, account } = await deps.questions.findWithAccount(id)
    if (!question?.answeredAt || !isRecent(question.answeredAt, deps.clock.now())) continue
    if (!account || account.blockedAt !== null || account.answerMailsOffSince !== null) continue
    await sendMail(deps, account, `answer ${id.slice(37)}`, answerMail(deps.site))
  }
}
