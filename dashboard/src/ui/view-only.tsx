import { Eye } from 'lucide-react'
import { usePermissions } from '../data/permissions.ts'
import { Chip } from './chip.tsx'

const reasons = {
  role: 'Your role here is viewer: an admin of the organization can give you another.',
  workspace: 'Your team is a viewer in the workspace of this project: an owner of the workspace can give it another role.',
  archived: 'This project is archived: restore it from the list of projects to change it.',
}

/** Says once, in the head of a page, why nothing on it can be changed. */
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
