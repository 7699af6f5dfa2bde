import { useRef, useState } from 'react'
import { usePermissions } from '../../../data/permissions.ts'
import { useRead } from '../../../data/reads.ts'
import { useEditTasks } from '../../../data/tasks/edit-tasks.ts'
import { InlineTitle } from '../../../ui/inline-title.tsx'
import { OpenQuestions } from '../../../ui/marks/open-questions.tsx'
import { Activity } from './activity/activity.tsx'
import { CommentBox } from './activity/comment-box.tsx'
import { QuestionFirst, StillOpen } from './activity/question-first.tsx'
import { useQuestion } from './activity/questions.ts'
import { Attachments } from './attachments.tsx'
import { ItemChildren } from './item-children.tsx'
import { ItemChips } from './item-chips.tsx'
import { ItemDescription } from './item-description.tsx'
import type { Item } from '../../../data/tasks/items.ts'
import { LeaseBanner } from './lease-banner.tsx'
import { useUploads } from './uploads.ts'
import { lazily } from '../../../ui/lazily.tsx'

const TaskRuns = lazily('extra', () => import('../../machines/runs/task-runs.tsx').then((module) => ({ default: module.TaskRuns })))

interface BodyProps {
  item: Item
  place: 'page' | 'panel' | 'pane'
  /** The comment that a link points to. */
  comment?: { id: string; by?: string } | undefined
}

/** The content of an item, with its comments and activity. */
export function ItemBody({ item, place, comment }: BodyProps) {
  const edit = useEditTasks(item.project.slug)
  const uploads = useUploads(item)
  const { writes } = usePermissions()
  const { data: runs } = useRead('listRuns', { task: item.id, limit: 20 }, { enabled: item.kind === 'task' })
  const latest = runs?.items[0]
  // Whoever comes for a question finds it first, however long the task is.
  const asked = useQuestion(item, comment?.id)
  const [shown, setShown] = useState<string>()
  // The item that editing the title began from: another title may arrive while typing.
  const seen = useRef(item)
  const rename = (title: string) => edit.edit([seen.current], { title })
  return (
    <div
      className="flex min-h-full min-w-0 flex-1 flex-col"
      onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={(event) => {
        if (event.defaultPrevented || event.dataTransfer.files.length === 0) return
        event.preventDefault()
        if (!writes) return
        void uploads.send([...event.dataTransfer.files])
      }}
    >
      {asked && <QuestionFirst item={item} thread={asked} />}
      {latest && <TaskRuns runs={runs.items} />}
      {/* The card of an active run says who holds the task, and can stop it. */}
      {latest?.state !== 'starting' && latest?.state !== 'running' && <LeaseBanner item={item} />}
      <div className="mb-8 flex items-start gap-8">
        <div className="min-w-0 flex-1">
          <InlineTitle value={item.title} label="Title" onBegin={() => (seen.current = item)} onSave={writes ? rename : undefined} />
        </div>
        <OpenQuestions count={item.open_questions ?? 0} />
      </div>
      {place !== 'panel' && <ItemChips item={item} always={place === 'pane'} />}
      <ItemDescription item={item} onFiles={uploads.send} />
      <ItemChildren item={item} />
      <Attachments item={item} uploads={uploads} />
      <Activity item={item} comment={shown ?? (asked ? undefined : comment?.id)} without={asked?.root.id} />
      {writes && (
        <CommentBox key={item.id} item={item} onFiles={uploads.send} inPanel={place === 'panel'} answerTo={asked ? undefined : comment?.by}>
          <StillOpen item={item} onShow={setShown} />
        </CommentBox>
      )}
    </div>
  )
}
