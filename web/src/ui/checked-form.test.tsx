import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { Day } from '#shared/entities/fields.ts'
import { CheckedForm } from './checked-form.tsx'
import { TextField } from './field.tsx'

test('a date that does not exist is no empty field, which would mean that there is no last day', async () => {
  const onSubmit = vi.fn()
  render(
    <CheckedForm
      schema={v.object({ until: v.lazy((typed) => (typed === '' ? v.literal('') : Day)) })}
      submit="Enregistrer"
      submitting="Enregistrement..."
      isSubmitting={false}
      onSubmit={onSubmit}
    >
      <TextField label="Date de fin" name="until" type="date" />
    </CheckedForm>,
  )
  const field = screen.getByLabelText('Date de fin')
  // As after '31/06/2027' is typed.
  vi.spyOn(field as HTMLInputElement, 'validity', 'get').mockReturnValue({ badInput: true } as ValidityState)
  await userEvent.click(screen.getByRole('button'))
  expect(onSubmit).not.toHaveBeenCalled()
  expect(field).toHaveFocus()
  expect(field).toHaveAccessibleDescription('Veuillez entrer une date valide')
})
