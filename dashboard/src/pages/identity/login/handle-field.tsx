import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'

/** Letters, digits and single dashes, as the server requires. */
export function handleFrom(text: string, most = 39): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, most)
    .replace(/-+$/, '')
}

interface HandleFieldProps {
  suggestion: string
  /** Undefined while the suggestion is used. */
  value: string | undefined
  error?: string | undefined
  onChange(value: string | undefined): void
}

/** The name by which others mention you: derived from the email address unless you choose another. */
export function HandleField({ suggestion, value, error, onChange }: HandleFieldProps) {
  if (value === undefined && !error) {
    return suggestion.length < 2 ? null : (
      <p className="flex flex-wrap items-center gap-x-8 text-helper text-muted">
        <span>
          Your handle: <span className="font-mono text-fg">@{suggestion}</span>
        </span>
        <Button look="quiet" onClick={() => onChange(suggestion)}>
          Change
        </Button>
      </p>
    )
  }
  return (
    <Field label="Handle" hint="Lowercase letters, digits and single dashes." error={error}>
      {(ids) => (
        <Input
          {...ids}
          name="handle"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          minLength={2}
          maxLength={39}
          pattern="[a-z0-9](-?[a-z0-9])*"
          title="Lowercase letters, digits and single dashes"
          className="font-mono"
          value={value ?? suggestion}
          onChange={(e) => onChange(e.target.value)}
        />
      )}
    </Field>
  )
}
