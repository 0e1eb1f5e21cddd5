/**
 * For how many days at most something about a person is kept, in every stage: the privacy page says so. A stage may keep
 * the log, exports and technical logs for less (infra/stages.ts).
 */
export const LONGEST_RETENTION = {
  /** Entries of the audit log: a change can be questioned for three years. */
  audit: 1_095,
  /** Copies that an account saved or printed: this school year and the next, within which a paper that has leaked is found. */
  copies: 730,
  /** Reports of errors in documents: a school year. */
  reports: 365,
  /**
   * Payments that a student declared and that were refused or withdrawn; approved ones are kept as long as the log. And the
   * pictures of receipts, from the day on which they were sent.
   */
  paymentRequests: 90,
  /** That a mail was sent to an account, so that it is not sent twice. */
  mails: 30,
  /** What an account did in a day. */
  accountDays: 90,
  /** Daily exports of the table, and how long a deleted one can be restored after that. */
  exports: 365,
  deletedExports: 30,
  /** Technical logs, without addresses. */
  logs: 365,
  /** Earlier states of the table, from which it can be restored (DynamoDB's own). */
  pointInTime: 35,
} as const
