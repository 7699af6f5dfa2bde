import { Tag, UserRound } from 'lucide-react'
import { useState, type FormEvent, type KeyboardEvent, type ReactNode } from 'react'
import { draftOf, keepDraft } from '../data/drafts.ts'
import { connection } from '../data/live/connection.ts'
import { useOrganization } from '../data/organization.ts'
import { usePeople } from '../data/people.ts'
import { useRead } from '../data/reads.ts'
import { useStore } from '../data/store.ts'
import { useEditTasks } from '../data/tasks/edit-tasks.ts'
import type { Task } from '../data/tasks/task-patch.ts'
import { currentUserId } from '../data/current-user.ts'
import { Avatar } from '../ui/marks/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox, Field, Input, Select, TextArea } from '../ui/field.tsx'
import { Picker, type Choice } from '../ui/picker.tsx'
import { PriorityIcon, StatusIcon, taskPriorities, taskStatuses, type TaskPriority, type TaskStatus } from '../ui/marks/task-marks.tsx'
import { useCurrentProject } from './current-project.ts'
import type { NewTaskStart } from './new-task.tsx'

interface Choosing {
  label: string
  choices: readonly Choice[]
  chosen: readonly string[]
  onPick(value: string): void
  several?: boolean
  onCreate?: (text: string) => void
  children: ReactNode
}

const Choose = ({ children, ...rest }: Choosing) => <Picker {...rest} trigger={<Button>{children}</Button>} />

interface Text {
  title: string
  description: string
}

/** What was typed and not sent, in a dialog that was closed or a page that was reloaded. */
function draftedText(draft: string): Text {
  const kept = draftOf(draft)
  return { title: '', description: '', ...(kept && (JSON.parse(kept) as Partial<Text>)) }
}

/** Creates a task from just a title; everything else is optional. */
export default function NewTaskForm({ start, close }: { start: NewTaskStart; close(): void }) {
  const current = useCurrentProject()
  const people = usePeople()
  const { data: projects } = useRead('listProjects', {})
  const organization = useOrganization()
  const { waiting } = start
  const offline = useStore(connection) === 'offline'
  const [project, setProject] = useState(waiting?.project ?? current ?? '')
  const { data: milestones } = useRead('listMilestones', { project, limit: 100 }, { enabled: project !== '' })
  const { data: known } = useRead('listLabels', { project }, { enabled: project !== '' })
  const edit = useEditTasks(project)
  const draft = `new task ${organization}`
  const [text, setText] = useState<Text>(() => waiting ?? draftedText(draft))
  const { title, description } = text
  const write = (part: Partial<Text>) => {
    const next = { title, description, ...part }
    setText(next)
    if (!waiting) keepDraft(draft, next.title || next.description ? JSON.stringify(next) : '')
  }
  const [task, setTask] = useState({
    status: start.status ?? ('todo' as TaskStatus),
    priority: start.priority ?? ('none' as TaskPriority),
    assignee_id: start.assignee_id ?? null,
    assignee_agent_id: start.assignee_agent_id ?? null,
    start_on: start.start_on ?? null,
    due_on: start.due_on ?? null,
    labels: start.labels ?? [],
    milestone_id: start.milestone_id ?? null,
  })
  const [another, setAnother] = useState(false)
  const change = (fields: Partial<Task>) => setTask((before) => ({ ...before, ...fields }))
  const save = (event: FormEvent) => {
    event.preventDefault()
    edit.create(
      { ...task, title: title.trim(), description, created_by: currentUserId(), ...(start.parent_id && { parent_id: start.parent_id }) },
      { tell: true, instead: waiting?.write, ...(start.parent_id && { above: { epic: start.parent_id } }) },
    )
    write({ title: '', description: '' })
    if (!another) close()
  }
  const keys = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) event.currentTarget.requestSubmit()
  }
  const who = task.assignee_agent_id ?? task.assignee_id ?? 'none'
  const actor = who === 'none' ? null : people.actor(task.assignee_id, task.assignee_agent_id)
  const assign = (value: string) => {
    const agent = people.agents.some(({ id }) => id === value)
    change({ assignee_id: agent || value === 'none' ? null : value, assignee_agent_id: agent ? value : null })
  }
  const toggle = (label: string) =>
    change({ labels: task.labels.includes(label) ? task.labels.filter((one) => one !== label) : [...task.labels, label] })
  return (
    <form onSubmit={save} onKeyDown={keys} className="flex flex-col gap-12">
      <Field label="Title">
        {(ids) => <Input {...ids} required maxLength={300} autoFocus value={title} onChange={(e) => write({ title: e.target.value })} />}
      </Field>
      <Field label="Description" hint="Markdown. Describe the goal and how to tell it’s done.">
        {(ids) => <TextArea {...ids} value={description} maxLength={20_000} onChange={(e) => write({ description: e.target.value })} />}
      </Field>
      <div className="flex flex-wrap gap-6">
        <Choose
          label="Status"
          chosen={[task.status]}
          onPick={(value) => change({ status: value as TaskStatus })}
          choices={Object.entries(taskStatuses).map(([value, { word }]) => ({
            value,
            title: word,
            icon: <StatusIcon status={value as TaskStatus} />,
          }))}
        >
          <StatusIcon status={task.status} />
          {taskStatuses[task.status].word}
        </Choose>
        <Choose
          label="Priority"
          chosen={[task.priority]}
          onPick={(value) => change({ priority: value as TaskPriority })}
          choices={Object.entries(taskPriorities).map(([value, { word }]) => ({
            value,
            title: word,
            icon: <PriorityIcon priority={value as TaskPriority} />,
          }))}
        >
          <PriorityIcon priority={task.priority} />
          {taskPriorities[task.priority].word}
        </Choose>
        <Choose
          label="Assignee"
          chosen={[who]}
          onPick={assign}
          choices={[
            { value: 'none', title: 'Nobody' },
            ...people.members.map((one) => ({
              value: one.user_id,
              title: one.name,
              words: one.handle,
              icon: <Avatar name={one.name} kind="person" size="small" decorative />,
            })),
            ...people.agents.map((one) => ({
              value: one.id,
              title: one.name,
              words: `${one.slug} agent`,
              icon: <Avatar name={one.name} kind="agent" size="small" decorative />,
            })),
          ]}
        >
          {actor ? <Avatar name={actor.name} kind={actor.kind} size="small" decorative /> : <UserRound aria-hidden />}
          {actor?.name ?? 'Assignee'}
        </Choose>
        <Choose
          label="Labels"
          several
          chosen={task.labels}
          onPick={toggle}
          onCreate={toggle}
          choices={[...new Set([...(known?.items.map(({ label }) => label) ?? []), ...task.labels])].map((value) => ({
            value,
            title: value,
          }))}
        >
          <Tag aria-hidden />
          {task.labels.join(', ') || 'Labels'}
        </Choose>
      </div>
      <div className="grid gap-12 wide:grid-cols-2">
        <Field label="Project">
          {(ids) => (
            <Select {...ids} required value={project} onChange={(e) => (setProject(e.target.value), change({ milestone_id: null }))}>
              {projects?.items.map(({ slug, name }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Milestone">
          {(ids) => (
            <Select {...ids} value={task.milestone_id ?? ''} onChange={(e) => change({ milestone_id: e.target.value || null })}>
              <option value="">None</option>
              {milestones?.items.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Start date">
          {(ids) => (
            <Input
              {...ids}
              type="date"
              max={task.due_on ?? undefined}
              value={task.start_on ?? ''}
              onChange={(e) => change({ start_on: e.target.value || null })}
            />
          )}
        </Field>
        <Field label="Due date">
          {(ids) => (
            <Input
              {...ids}
              type="date"
              min={task.start_on ?? undefined}
              value={task.due_on ?? ''}
              onChange={(e) => change({ due_on: e.target.value || null })}
            />
          )}
        </Field>
      </div>
      <div className="flex flex-wrap items-center justify-end gap-12">
        {!waiting && (
          <label className="touch flex items-center gap-8 text-helper text-muted">
            <Checkbox checked={another} onChange={(e) => setAnother(e.target.checked)} />
            Create another
          </label>
        )}
        <Button type="submit" look="primary" disabled={!title.trim() || !project}>
          {waiting ? 'Save, send later' : offline ? 'Create, send later' : 'Create task'}
        </Button>
      </div>
    </form>
  )
}
