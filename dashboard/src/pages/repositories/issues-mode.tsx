import type { Output } from '@baton/client'
import { Field, Select } from '../../ui/field.tsx'

export type IssuesMode = Output<'getRepo'>['issues']

export const issuesModes: Record<IssuesMode, { title: string; about: string }> = {
  off: { title: 'Keep on GitHub', about: 'Issues are ignored.' },
  import: { title: 'Import once', about: 'Each open issue becomes an independent task.' },
  mirror: { title: 'Mirror', about: 'Each open issue becomes a task that follows the issue’s title and state.' },
  two_way: {
    title: 'Two-way',
    about: 'Each open issue becomes a task. Title, state and new comments sync both ways. Comments here become visible on GitHub.',
  },
}

interface IssuesSelectProps {
  value: IssuesMode
  onChange(value: IssuesMode): void
}

export function IssuesSelect({ value, onChange }: IssuesSelectProps) {
  return (
    <Field label="Issues" hint={issuesModes[value].about}>
      {(ids) => (
        <Select {...ids} value={value} onChange={(event) => onChange(event.target.value as IssuesMode)}>
          {Object.entries(issuesModes).map(([mode, { title }]) => (
            <option key={mode} value={mode}>
              {title}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
