/** Longest retention in days, as the privacy page states it; a stage may keep less (infra/stages.ts). */
export const LONGEST_RETENTION = {
  /** Entries of the audit log: a change can be questioned for three years. */
  audit: 1_095,
  /** Copies that an account saved or printed: this school year and the next, within which a leaked paper is found. */
  copies: 730,
  /** Reports of errors in documents: a school year. */
  reports: 365,
  /** Questions, from their answer, or from the day on which they were asked: a school year. */
  questions: 365,
  /** Payments that were refused or withdrawn (approved ones are kept as long as the log), and pictures of receipts. */
  paymentRequests: 90,
  mails: 30,
  accountDays: 90,
  /** Daily exports of the table. A deleted one can be restored for some time after that. */
  exports: 365,
  deletedExports: 30,
  logs: 365,
  /** Log of the mails that Cognito could not send, whose reasons may name an address. */
  mailErrors: 7,
  /** Earlier states of the table, from which it can be restored (DynamoDB's own). */
  pointInTime: 35,
} as const
