import { Field } from '../../ui/field.tsx'
import { PasswordInput } from './password-input.tsx'

interface Props {
  label?: string
  value: string
  error: string | undefined
  autoFocus?: boolean
  onChange(password: string): void
}

/** Where a password is chosen. The rule stands below it; the server holds to it, and its words come up at the field. */
export function NewPasswordField({ label = 'Password', value, error, autoFocus, onChange }: Props) {
  return (
    <Field label={label} hint="At least 10 characters." error={error}>
      {(ids) => (
        <PasswordInput
          {...ids}
          name="password"
          autoComplete="new-password"
          required
          {...(autoFocus && { autoFocus })}
          value={value}
          onChange={(e) => onChange(e.target.value)}
        />
      )}
    </Field>
  )
}
