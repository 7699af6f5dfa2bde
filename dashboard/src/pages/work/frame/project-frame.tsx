import { useParams } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'
import { useRead } from '../../../data/reads.ts'
import { ContextMenu } from '../../../ui/context-menu.tsx'
import { number } from '../../../ui/format.ts'
import { Page } from '../../../ui/page.tsx'
import { LinkTabs } from '../../../ui/segmented.tsx'
import { FailedState } from '../../../ui/failed-state.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { AtWorkHere } from './at-work-here.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { DisplayMenu } from './display-menu.tsx'
import { FilterBar } from './filter-bar.tsx'
import { FilterMenu } from './filter-menu.tsx'
import { useLabelColors } from './label-chip.tsx'
import { projectTabs } from './project-tabs.ts'
import { focused, focusTask, forgetFocus, noteFocus, selected, usePointer } from './marks.ts'
import { useWorkSearch } from './search.ts'
import { menuOf, useTaskActions } from './task-actions.ts'
import { TaskPicker } from './task-picker.tsx'
import { ViewsMenu } from './views-menu.tsx'
import { useMakeWork, WorkProvider, type Work } from './work.ts'
import { lazily } from '../../../ui/lazily.tsx'

const NoTasks = lazily('block', () => import('./no-tasks.tsx').then((module) => ({ default: module.NoTasks })))
const HereNow = lazily('extra', () => import('../../teams/faces.tsx').then((module) => ({ default: module.HereNow })))
const TaskPeek = lazily('over', () => import('../tasks/task-peek.tsx').then((module) => ({ default: module.TaskPeek })))

let lastPlace = ''

/** When a peek is closed, the keyboard focus goes to the card of the task that it showed last. */
function useBackFromPeek({ search: { peek }, tasks }: Work): void {
  const before = useRef(peek)
  useEffect(() => {
    const task = !peek && before.current && tasks.find(({ key }) => key === before.current)
    before.current = peek
    if (!task) return
    // After the panel has returned the focus to where it was opened from.
    const timer = setTimeout(() => focusTask(task.id), 0)
    return () => clearTimeout(timer)
  }, [peek])
}

interface FrameProps {
  children: ReactNode
  /** Rendered even without any tasks. */
  always?: boolean
  /** The view shows columns, which can be loaded one by one. */
  byColumn?: boolean
}

/** What the four views of a project share: header, filters, selection, menus and the peek. */
export function ProjectFrame({ children, always, byColumn = false }: FrameProps) {
  const { slug = '' } = useParams({ strict: false })
  const [search, change] = useWorkSearch()
  const work = useMakeWork(slug, search, change, byColumn)
  const { org, tasks, shown, opened, waits, total, failed, reload } = work
  const { data: projects } = useRead('listProjects', {})
  const project = projects?.items.find((one) => one.slug === slug)
  const actions = useTaskActions(work)
  useEffect(() => {
    const here = `${org} ${slug}`
    if (lastPlace === here) {
      // Back from a task's page: the keyboard focus resumes where it was.
      const id = focused.get()
      if (id && document.activeElement === document.body) focusTask(id, 60)
      return
    }
    lastPlace = here
    forgetFocus()
    selected.set(new Set())
  }, [org, slug])
  useBackFromPeek(work)
  usePointer()
  const all = `${number(total)} ${total === 1 ? 'task' : 'tasks'}`
  const count = shown.length === tasks.length ? all : `${number(shown.length)} of ${all}`
  // Filtering and sorting are only correct once all tasks are loaded; until then, say so.
  const about = !waits ? count : failed ? `${count}, some could not be loaded` : `Loading ${number(tasks.length)} of ${all}…`
  useLabelColors(slug, tasks.length > 0)
  const content = () => {
    if (tasks.length === 0 && failed) return <FailedState error={failed} retry={reload} />
    if (tasks.length === 0 && !opened) return <Skeleton rows={8} />
    if (tasks.length === 0 && !always) return <NoTasks />
    return children
  }
  const tabs = projectTabs(org, slug)
  return (
    <WorkProvider value={work}>
      <Page
        title={project?.name ?? slug}
        tab={tabs.find(({ to }) => location.pathname.startsWith(to))?.title}
        about={opened || tasks.length > 0 ? about : ''}
        views={<LinkTabs label="Views" tabs={tabs} keepSearch />}
        actions={
          <>
            {project && <HereNow project={slug} />}
            <AtWorkHere />
            <ViewsMenu />
            <FilterMenu />
            <DisplayMenu />
          </>
        }
        width="wide"
      >
        <div className="relative flex h-full flex-col" onFocusCapture={noteFocus}>
          <FilterBar />
          <ContextMenu items={menuOf(actions)} onAsk={(target) => noteFocus({ target })} disabled={tasks.length === 0}>
            <div className="min-h-0 flex-1">{content()}</div>
          </ContextMenu>
          <BulkBar />
        </div>
      </Page>
      <TaskPicker />
      {search.peek && <TaskPeek taskKey={search.peek} onClose={() => change({ peek: undefined })} />}
    </WorkProvider>
  )
}
