import { Plus } from 'lucide-react'
import { usePermissions } from '../../data/permissions.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useCreations } from '../create/creations.ts'

/** Everything the user can create from here. */
export function NewMenu() {
  const { writes } = usePermissions()
  const creations = useCreations()
  if (!writes) return null
  return (
    <Menu
      trigger={
        <Button look="primary" square aria-label="New">
          <Plus />
        </Button>
      }
      items={creations.map(({ title, icon, keys, run }) => ({ title, icon, run, ...(keys && { keys }) }))}
    />
  )
}
