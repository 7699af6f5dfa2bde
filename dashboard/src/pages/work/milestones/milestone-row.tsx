import { Link } from '@tanstack/react-router'
import { Ellipsis, PenLine, Trash2 } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { classes } from '../../../ui/classes.ts'
import { date } from '../../../ui/format.ts'
import { Menu } from '../../../ui/menu.tsx'
import { Meter } from '../../../ui/meter.tsx'
import { Row } from '../../../ui/row.tsx'
import { dayOf } from '../frame/days.ts'
import type { Milestone } from './milestone-dialog.tsx'

interface RowProps {
  org: string
  project: string
  milestone: Milestone
  writes: boolean
  onEdit(): void
  onDelete(): void
}

/** A milestone with its progress; its name links to its tasks. */
export function MilestoneRow({ org, project, milestone, writes, onEdit, onDelete }: RowProps) {
  const { id, name, description, target_on, tasks, status } = milestone
  const overdue = target_on !== null && status === 'open' && target_on < dayOf(Date.now())
  return (
    <Row className="relative flex-wrap hover:bg-hover wide:flex-nowrap">
      <div className="min-w-0 flex-1 max-wide:basis-full">
        <div className="flex min-w-0 items-center gap-8">
          <Link
            to={`/${org}/p/${project}/list`}
            search={{ milestone: id } as never}
            className="truncate font-medium after:absolute after:inset-0"
          >
            {name}
          </Link>
          {status === 'complete' && <Chip tone="ok">Complete</Chip>}
        </div>
        {description && <p className="truncate text-helper text-muted">{description.split('\n')[0]}</p>}
      </div>
      <div className="w-rail max-wide:min-w-0 max-wide:flex-1">
        <Meter label={`${name}: complete`} share={tasks.total === 0 ? 0 : tasks.complete / tasks.total} />
      </div>
      <span className="font-mono text-label whitespace-nowrap text-muted">
        {tasks.complete} of {tasks.total}
      </span>
      <span className={classes('text-helper whitespace-nowrap', overdue ? 'text-bad' : 'text-muted')}>
        {target_on ? `${date(target_on)}${overdue ? ', overdue' : ''}` : 'No target date'}
      </span>
      {writes && (
        <span className="relative z-10">
          <Menu
            trigger={
              <Button look="quiet" square aria-label={`Actions for ${name}`}>
                <Ellipsis />
              </Button>
            }
            items={[{ title: 'Edit', icon: PenLine, run: onEdit }, null, { title: 'Delete', icon: Trash2, danger: true, run: onDelete }]}
          />
        </span>
      )}
    </Row>
  )
}
