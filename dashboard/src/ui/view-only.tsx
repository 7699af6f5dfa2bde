import { Eye } from 'lucide-react'
import { usePermissions } from '../data/permissions.ts'
import { Chip } from './chip.tsx'

const reasons = {
  role: 'You’re a viewer here. An admin can change your role.',
  workspace: 'Your team is a viewer in this workspace. A workspace owner can change its role.',
  archived: 'This project is archived. Restore it to make changes.',
}

/** Explains once, in the page header, why nothing on the page can be changed. */
export function ViewOnly() {
  const { why } = usePermissions()
  if (!why) return null
  return (
    <span title={reasons[why]}>
      <Chip>
        <Eye className="size-12" aria-hidden />
        {why === 'archived' ? 'Archived' : 'View only'}
        <span className="sr-only">. {reasons[why]}</span>
      </Chip>
    </span>
  )
}
