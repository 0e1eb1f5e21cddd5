import { TextField } from './field.tsx'

/** The code of an authenticator app, which phones and password managers fill in by themselves. */
export function CodeField({ error }: { error: string | undefined }) {
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
      error={error}
    />
  )
}
