import { Link, useNavigate } from '@tanstack/react-router'
import { Maximize2 } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { Within } from '../../../data/permissions.ts'
import { useOrganization } from '../../../data/organization.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { neighbours } from './came-from.ts'
import { ItemBody } from './item-body.tsx'
import { ItemRail } from './item-rail.tsx'
import { useItem } from '../../../data/tasks/items.ts'

/** The page of a task in a panel beside its list. */
export function TaskPeek({ taskKey, onClose }: { taskKey: string; onClose(): void }) {
  const org = useOrganization()
  const read = useItem(taskKey)
  const navigate = useNavigate()
  const step = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    if (target.isContentEditable || target.matches('input, textarea, select') || event.metaKey || event.ctrlKey) return
    const { previous, next } = neighbours(org, taskKey)
    const to = event.key === 'j' ? next : event.key === 'k' ? previous : undefined
    if (to) void navigate({ to: '.', search: ((before: object) => ({ ...before, peek: to })) as never, replace: true })
  }
  const about = (
    <Link to={`/${org}/t/${taskKey}`} className="inline-flex items-center gap-4 hover:text-fg">
      <Maximize2 className="size-12" aria-hidden />
      Open full page
    </Link>
  )
  // Handled around the dialog: its frame has the focus when it opens, and the keys have to work from there too.
  return (
    <div onKeyDown={step} className="contents">
      <Dialog open onOpenChange={(open) => !open && onClose()} title={taskKey.toUpperCase()} about={about} at="side">
        <Loaded read={read}>
          {(item) => (
            <Within value={item.project.slug}>
              <div className="flex min-h-full flex-col gap-16 wide:flex-row">
                <ItemBody key={item.id} item={item} place="panel" />
                <div className="-mx-16 shrink-0 border-t border-line wide:-my-16 wide:ml-0 wide:w-rail wide:border-t-0 wide:border-l">
                  <ItemRail key={item.id} item={item} />
                </div>
              </div>
            </Within>
          )}
        </Loaded>
      </Dialog>
    </div>
  )
}
