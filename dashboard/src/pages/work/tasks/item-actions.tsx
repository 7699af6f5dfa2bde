import { useNavigate, useSearch } from '@tanstack/react-router'
import {
  ChevronDown,
  ChevronUp,
  CircleCheck,
  Copy,
  Ellipsis,
  FolderInput,
  GitBranch,
  Link as LinkIcon,
  Server,
  Trash2,
  UserRound,
} from 'lucide-react'
import { useState } from 'react'
import { toast } from '../../../data/toast.ts'
import { useCommands, type Command } from '../../../commands/registry.ts'
import { usePermissions } from '../../../data/permissions.ts'
import { useOrganization } from '../../../data/organization.ts'
import { currentUser } from '../../../data/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { branchName } from '../moving/branch-name.ts'
import { duplicateTask } from '../moving/move-tasks.ts'
import { ProjectPicker } from '../moving/project-picker.tsx'
import { useNeighbours } from './came-from.ts'
import { useEditTasks } from '../../../data/tasks/edit-tasks.ts'
import type { Item } from '../../../data/tasks/items.ts'
import { isClosed } from '../../../data/tasks/task-patch.ts'
import { lazily } from '../../../ui/lazily.tsx'

const RunOn = lazily('over', () => import('../../machines/runs/run-on.tsx').then((module) => ({ default: module.RunOn })))

/** Navigation through the list one came from, and actions on the item as a whole. */
export function ItemActions({ item }: { item: Item }) {
  const organization = useOrganization()
  const navigate = useNavigate()
  const edit = useEditTasks(item.project.slug)
  const { place, of, previous, next } = useNeighbours(organization, item.key)
  const { run: choosing = false } = useSearch({ strict: false }) as { run?: boolean }
  const setChoosing = (open: boolean) => void navigate({ to: '.', search: (open ? { run: true } : {}) as never, replace: true })
  const go = (key: string | undefined) => key && void navigate({ to: `/${organization}/t/${key}` })
  const copy = async () => {
    await navigator.clipboard.writeText(`${location.origin}/${organization}/t/${item.key}`)
    toast.success('Link copied')
  }
  const copyBranch = async () => {
    await navigator.clipboard.writeText(branchName(item))
    toast.success('Branch name copied')
  }
  const [moving, setMoving] = useState(false)
  const remove = async () => {
    if (await edit.remove([item])) void navigate({ to: `/${organization}/p/${item.project.slug}/board` })
  }
  const me = currentUser()
  const commands: Command[] = [
    { id: 'item next', title: 'Next in the list', group: 'Task', icon: ChevronDown, keys: 'j', run: () => go(next) },
    { id: 'item previous', title: 'Previous in the list', group: 'Task', icon: ChevronUp, keys: 'k', run: () => go(previous) },
    { id: 'item link', title: 'Copy link', group: 'Task', icon: LinkIcon, keys: 'y', run: () => void copy() },
    ...(item.kind === 'task' && me
      ? [
          {
            id: 'item mine',
            title: 'Assign to me',
            group: 'Task',
            icon: UserRound,
            keys: 'i',
            writes: true as const,
            run: () =>
              edit.edit(
                [item],
                {
                  assignee: { kind: 'person', id: me.id, handle: me.handle, name: me.name },
                  assignee_agent: null,
                  assignee_id: me.id,
                  assignee_agent_id: null,
                },
                { sure: true },
              ),
          },
        ]
      : []),
    ...(item.kind === 'task' && !isClosed(item)
      ? [
          {
            id: 'item run',
            title: 'Run on…',
            group: 'Task',
            icon: Server,
            keys: 'r',
            words: 'start agent machine dispatch',
            writes: true as const,
            run: () => setChoosing(true),
          },
        ]
      : []),
    ...(isClosed(item)
      ? []
      : [
          {
            id: 'item complete',
            title: 'Mark as complete',
            group: 'Task',
            icon: CircleCheck,
            writes: true as const,
            run: () => edit.edit([item], { status: 'complete' }, { sure: true }),
          },
        ]),
    ...(item.kind === 'task'
      ? [
          {
            id: 'item duplicate',
            title: 'Duplicate',
            group: 'Task',
            icon: Copy,
            writes: true as const,
            run: () => duplicateTask({ organization, project: item.project.slug }, item),
          },
          {
            id: 'item project',
            title: 'Move to project…',
            group: 'Task',
            icon: FolderInput,
            writes: true as const,
            run: () => setMoving(true),
          },
        ]
      : []),
    { id: 'item branch', title: 'Copy branch name', group: 'Task', icon: GitBranch, keys: 'b', run: () => void copyBranch() },
    { id: 'item delete', title: `Delete ${item.kind}`, group: 'Task', icon: Trash2, writes: true, run: () => void remove() },
  ]
  useCommands(commands)
  const { writes } = usePermissions()
  const inMenu = commands.filter((one) => one.writes || one.id === 'item branch')
  return (
    <>
      {of > 0 && (
        <span className="flex items-center gap-2 text-helper text-muted max-wide:hidden">
          {place} of {of}
          <Button look="quiet" square aria-label="Previous in the list" disabled={!previous} onClick={() => go(previous)}>
            <ChevronUp />
          </Button>
          <Button look="quiet" square aria-label="Next in the list" disabled={!next} onClick={() => go(next)}>
            <ChevronDown />
          </Button>
        </span>
      )}
      <Button look="quiet" onClick={() => void copy()} aria-label="Copy link">
        <LinkIcon />
        <span className="max-wide:hidden">Copy link</span>
      </Button>
      {writes && choosing && item.kind === 'task' && <RunOn item={item} onClose={() => setChoosing(false)} />}
      {moving && (
        <ProjectPicker
          project={item.project.slug}
          tasks={[item]}
          at={document.querySelector('[data-item-menu]')}
          onClose={() => setMoving(false)}
          onMoved={(key) => void navigate({ to: `/${organization}/t/${key}`, replace: true })}
        />
      )}
      {writes && (
        <Menu
          trigger={
            <Button look="quiet" square data-item-menu aria-label="Task actions">
              <Ellipsis />
            </Button>
          }
          items={inMenu.map(({ title, icon, keys, run, id }) => ({
            title,
            ...(icon && { icon }),
            ...(keys && { keys }),
            danger: id === 'item delete',
            run,
          }))}
        />
      )}
    </>
  )
}
