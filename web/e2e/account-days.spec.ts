import { freshEmail } from './support/account.ts'
import { password } from './support/signing-in.ts'
import { test } from './support/story.ts'

test('a student sees the browser of today, ends every session and signs in again', async ({ person }) => {
  const email = freshEmail()
  await person.signsUp(email, password)
  await person.choosesTrackLater()
  await person.isSignedIn(email)
  await person.opens('/compte')
  await person.sees(/^Chrome sur \w+$/)
  await person.button('Terminer toutes les sessions').click()
  await person.dialog.getByRole('button', { name: 'Terminer', exact: true }).click()
  await person.sees('Toutes les sessions sont terminées. Reconnectez-vous avec votre mot de passe.')
  await person.isVisitor()
  await person.signsIn(email, password)
  await person.isSignedIn(email)
})
