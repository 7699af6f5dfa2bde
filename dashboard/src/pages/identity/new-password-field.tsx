import { Field } from '../../ui/field.tsx'
import { PasswordInput } from './password-input.tsx'

interface Props {
  label?: string
  value: string
  error: string | undefined
  autoFocus?: boolean
  onChange(password: string): void
}

/** Field for a new password. The rule is shown below it; the server enforces it, and its message appears at the field. */
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
