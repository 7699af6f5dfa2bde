import type { Output } from '@baton/client'
import { Field, Select } from '../../ui/field.tsx'

export type IssuesMode = Output<'getRepo'>['issues']

export const issuesModes: Record<IssuesMode, { title: string; about: string }> = {
  off: { title: 'Leave them at GitHub', about: 'Nothing happens with its issues.' },
  import: { title: 'Import once', about: 'Each open issue becomes a task, which then goes its own way.' },
  mirror: { title: 'Mirror', about: 'Each open issue becomes a task that follows the title and state of its issue.' },
  two_way: {
    title: 'Two-way',
    about:
      'Each open issue becomes a task. The title, whether it is open, and new comments go both ways: whoever reads the repository reads comments written here.',
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
