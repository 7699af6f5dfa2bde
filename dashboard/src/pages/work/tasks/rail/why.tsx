import { Link } from '@tanstack/react-router'
import { FileText, GitPullRequest, Layers, Plus, Scale, X, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePermissions } from '../../../../data/permissions.ts'
import { useOrganization } from '../../../../data/organization.ts'
import { useRead } from '../../../../data/reads.ts'
import { Button } from '../../../../ui/button.tsx'
import { plural } from '../../../../ui/format.ts'
import { Section } from '../../../../ui/page.tsx'
import { Picker } from '../../../../ui/picker.tsx'
import { useEditTasks } from '../../../../data/tasks/edit-tasks.ts'
import type { Item } from '../../../../data/tasks/items.ts'

type Linked = Item['links'][number]

/** Why the task is done, always in this order: decision, spec, session, pull request. A missing one says so. */
export function Why({ item }: { item: Item }) {
  const organization = useOrganization()
  const { writes } = usePermissions()
  const edit = useEditTasks(item.project.slug)
  const setLinks = (links: Linked[]) => edit.edit([item], { links })
  const remove = (link: Linked) => setLinks(item.links.filter(({ id }) => id !== link.id))
  const ends = [...item.links, ...item.backlinks.filter(({ id }) => !item.links.some((one) => one.id === id))]
  const of = (kind: Linked['kind']) => ends.filter((link) => link.kind === kind)
  const step = (link: Linked, about: string) => (
    <Step
      key={link.id}
      icon={link.kind === 'decision' ? Scale : FileText}
      to={`/${organization}/${link.kind}s/${link.id}`}
      title={link.title}
      about={about}
      {...(writes && item.links.includes(link) && { onRemove: () => remove(link) })}
    />
  )
  const { session } = item
  const { data: code } = useRead('getTaskCode', { task: item.id }, { enabled: item.kind === 'task' })
  const pulls = code?.pull_requests ?? []
  return (
    <Section
      title="Why"
      aside={writes && item.kind === 'task' && <AddLink item={item} onAdd={(link) => setLinks([...item.links, link])} />}
    >
      <ol className="flex flex-col gap-8">
        {of('decision').map((link) => step(link, `${link.ref} · decision${link.status ? `, ${link.status}` : ''}`))}
        {of('decision').length === 0 && <Missing icon={Scale}>No linked decisions</Missing>}
        {of('spec').map((link) => step(link, `${link.ref} · spec${link.version ? `, version ${link.version}` : ''}`))}
        {of('spec').length === 0 && <Missing icon={FileText}>No linked specs</Missing>}
        {session ? (
          <Step
            icon={Layers}
            to={`/${organization}/sessions/${session.id}`}
            title={session.title}
            about={`Session${session.agent ? ` of ${session.agent.name}` : ''} · ${session.status}, ${plural(session.checkpoints, 'checkpoint')}`}
          />
        ) : (
          <Missing icon={Layers}>No sessions yet</Missing>
        )}
        {pulls.map(({ repository_id, number, repo, title, state }) => (
          <Step
            key={`${repository_id} ${number}`}
            icon={GitPullRequest}
            to={`/${organization}/repos/${repository_id}/pulls`}
            title={title}
            about={`#${number} · ${repo}, ${state}`}
          />
        ))}
        {pulls.length === 0 && <Missing icon={GitPullRequest}>No pull request linked</Missing>}
      </ol>
    </Section>
  )
}

interface StepProps {
  icon: LucideIcon
  to: string
  title: string
  about: string
  onRemove?: () => void
}

const mark = 'flex size-24 shrink-0 items-center justify-center rounded-control border'

function Step({ icon: Icon, to, title, about, onRemove }: StepProps) {
  return (
    <li className="flex items-start gap-10">
      <span className={`${mark} border-line text-muted`}>
        <Icon className="size-12" aria-hidden />
      </span>
      <div className="min-w-0 flex-1">
        <Link to={to} className="block truncate font-medium hover:underline">
          {title}
        </Link>
        <p className="truncate text-helper text-muted">{about}</p>
      </div>
      {onRemove && (
        <Button look="quiet" square aria-label={`Unlink ${title}`} onClick={onRemove}>
          <X />
        </Button>
      )}
    </li>
  )
}

const Missing = ({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) => (
  <li className="flex items-center gap-10 text-muted">
    <span className={`${mark} border-dashed border-ring`}>
      <Icon className="size-12" aria-hidden />
    </span>
    {children}
  </li>
)

function AddLink({ item, onAdd }: { item: Item; onAdd(link: Linked): void }) {
  const project = item.project.slug
  const { data: decisions } = useRead('listDecisions', { project, limit: 100 })
  const { data: specs } = useRead('listSpecs', { project, limit: 100 })
  const known: Linked[] = [
    ...(decisions?.items ?? []).map(({ id, ref, title, status }) => ({ kind: 'decision' as const, id, ref, title, status, version: null })),
    ...(specs?.items ?? []).map(({ id, ref, title, status, latest_version }) => ({
      kind: 'spec' as const,
      id,
      ref,
      title,
      status,
      version: latest_version,
    })),
  ].filter(({ id }) => !item.links.some((link) => link.id === id))
  return (
    <Picker
      label="Link decision or spec"
      choices={known.map(({ id, kind, ref, title }) => ({
        value: id,
        title,
        words: `${kind} ${ref}`,
        icon:
          kind === 'decision' ? (
            <Scale className="size-16 text-muted" aria-hidden />
          ) : (
            <FileText className="size-16 text-muted" aria-hidden />
          ),
      }))}
      chosen={[]}
      onPick={(id) => {
        const link = known.find((one) => one.id === id)
        if (link) onAdd(link)
      }}
      trigger={
        <Button look="quiet" square aria-label="Link decision or spec">
          <Plus />
        </Button>
      }
    />
  )
}
