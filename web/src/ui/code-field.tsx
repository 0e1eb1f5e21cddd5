import * as v from 'valibot'
import { TextField } from './field.tsx'

/** The code of an authenticator app, which may be typed with the space between its halves. */
export const SecondFactorCode = v.pipe(
  v.string(),
  v.transform((typed) => typed.replaceAll(/\s/g, '')),
  v.regex(/^\d{6}$/, 'Saisissez les 6 chiffres du code'),
)

/** A field for that code, which phones and password managers can fill in. */
export function CodeField() {
  return (
    <TextField
      label="Code de validation"
      name="code"
      hint="Les 6 chiffres que montre votre application d'authentification."
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      required
    />
  )
}
