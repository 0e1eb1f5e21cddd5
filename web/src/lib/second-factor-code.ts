import * as v from 'valibot'

/** What an authenticator app shows; people copy it with the space between its halves. */
export const SecondFactorCode = v.pipe(
  v.string(),
  v.transform((typed) => typed.replaceAll(/\s/g, '')),
  v.regex(/^\d{6}$/, 'Saisissez les 6 chiffres du code'),
)
