import { useNavigate } from '@tanstack/react-router'
import { Bookmark, ListX, Trash2, UserRound, Users } from 'lucide-react'
import { act } from '../../../data/writes/act.ts'
import { useRead } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { Menu, type MenuItem } from '../../../ui/menu.tsx'
import { searchOf, useModified, type View } from './saved-view.ts'
import { writeSearch } from './search.ts'
import { useWork } from './work.ts'

/** The saved views of a project, and the actions on the open one. */
export function ViewsMenu() {
  const { org, slug, search, change, people } = useWork()
  const navigate = useNavigate()
  const modified = useModified() !== undefined
  const { data } = useRead('listViews', { project: slug })
  const views = data?.items ?? []
  const open = views.find((one) => one.id === search.view)
  const go = (view: View) => void navigate({ to: `/${org}/p/${slug}/${view.layout}`, search: writeSearch(searchOf(view)) as never })
  const share = (view: View) =>
    void act({
      organization: org,
      operation: 'updateView',
      input: { view: view.id, shared: !view.shared },
      label: `${view.shared ? 'Stop sharing' : 'Share'} view “${view.name}”`,
      done: view.shared ? `“${view.name}” is now private` : `“${view.name}” is now shared`,
      then: ['listViews'],
    })
  const remove = (view: View) => {
    change({ view: undefined })
    const { name, shared, layout, group_by, sort, filters } = view
    void act({
      organization: org,
      operation: 'deleteView',
      input: { view: view.id },
      label: `Delete view “${name}”`,
      done: `“${name}” deleted`,
      undo: () => ({
        organization: org,
        operation: 'createView',
        input: { name, shared, layout, group_by, sort, filters },
        label: `Save view “${name}” again`,
      }),
      then: ['listViews'],
    })
  }
  const own: (MenuItem | null)[] = open
    ? [
        null,
        { title: 'All tasks', icon: ListX, run: () => change({ filters: {}, view: undefined, sort: 'rank', group: 'status' }) },
        ...(people.writes && (open.owner_id === people.me || people.manages)
          ? [
              {
                title: open.shared ? 'Stop sharing this view' : 'Share this view',
                icon: open.shared ? UserRound : Users,
                run: () => share(open),
              },
              { title: 'Delete this view', icon: Trash2, danger: true, run: () => remove(open) },
            ]
          : []),
      ]
    : []
  if (views.length === 0) return null
  return (
    <Menu
      trigger={
        <Button look="quiet" aria-label="Saved views">
          <Bookmark aria-hidden />
          <span className="max-wide:hidden">{open?.name ?? 'Views'}</span>
          {modified && <Chip tone="warn">Modified</Chip>}
        </Button>
      }
      items={[...views.map((view) => ({ title: view.name, icon: view.shared ? Users : UserRound, run: () => go(view) })), ...own]}
    />
  )
}
