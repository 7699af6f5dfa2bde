import { Link } from '@tanstack/react-router'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useOrganization } from '../../../../data/organization.ts'
import { usePermissions } from '../../../../data/permissions.ts'
import { useRead } from '../../../../data/reads.ts'
import { showItem, type Item } from '../../../../data/tasks/items.ts'
import { isClosed } from '../../../../data/tasks/task-patch.ts'
import { toast } from '../../../../data/toast.ts'
import { act } from '../../../../data/writes/act.ts'
import { Button } from '../../../../ui/button.tsx'
import { StatusIcon } from '../../../../ui/marks/task-marks.tsx'
import { Menu } from '../../../../ui/menu.tsx'
import { Section } from '../../../../ui/page.tsx'
import { Picker } from '../../../../ui/picker.tsx'

type Related = Item['related'][number]
type Kind = 'relates_to' | 'duplicates'

const words: Record<Related['relation'], string> = { relates_to: 'Related to', duplicates: 'Duplicate of', duplicated_by: 'Duplicated by' }
const asks: Record<Kind, string> = { relates_to: 'Related to…', duplicates: 'Duplicate of…' }

/** Tasks related to this one. A duplicate can be closed through its link. */
export function RelatedTasks({ item }: { item: Item }) {
  const organization = useOrganization()
  const { writes } = usePermissions()
  const [asked, setAsked] = useState<Kind | null>(null)
  const { data } = useRead('listTasks', { project: item.project.slug, sort: 'updated', limit: 100 }, { enabled: asked !== null })
  const known = new Set([item.id, ...item.related.map(({ id }) => id)])
  const where = { project: item.project.slug, tasks: [item.id] }
  const close = (other: string, key: string) =>
    void act({
      organization,
      operation: 'relateTasks',
      input: { task: item.id, other, kind: 'duplicates', close: true },
      label: `Close ${item.key} as a duplicate of ${key}`,
      patch: { ...where, fields: { status: 'cancelled' } },
      then: ['getItem'],
    })
  const relate = async (kind: Kind, other: string, key: string) => {
    const answer = await act({
      organization,
      operation: 'relateTasks',
      input: { task: item.id, other, kind },
      label: `Link ${item.key} to ${key}`,
      patch: where,
      then: ['getItem'],
    })
    if (!answer) return
    showItem(organization, item.id, { related: answer.related })
    if (kind === 'duplicates' && !isClosed(item))
      toast.info(`${item.key} is marked as a duplicate of ${key}`, {
        action: { label: 'Close as duplicate', onClick: () => close(other, key) },
      })
  }
  const remove = (task: Related) => {
    showItem(organization, item.id, { related: item.related.filter(({ id }) => id !== task.id) })
    void act({
      organization,
      operation: 'unrelateTasks',
      input: { task: item.id, other: task.id },
      label: `Remove the link to ${task.key}`,
      patch: where,
      then: ['getItem'],
    })
  }
  return (
    <Section
      title="Links"
      aside={
        writes && (
          <>
            <Menu
              trigger={
                <Button look="quiet" square aria-label="Links: add a task">
                  <Plus />
                </Button>
              }
              items={(['relates_to', 'duplicates'] as const).map((kind) => ({ title: asks[kind], run: () => setAsked(kind) }))}
            />
            {asked && (
              <Picker
                label={asks[asked].replace('…', '')}
                choices={(data?.items ?? [])
                  .filter(({ id }) => id && !known.has(id))
                  .map(({ id = '', key, title, status }) => ({ value: id, title, words: key, icon: <StatusIcon status={status} /> }))}
                chosen={[]}
                onPick={(id) => {
                  setAsked(null)
                  void relate(asked, id, data?.items.find((one) => one.id === id)?.key ?? '')
                }}
                at={document.querySelector('[aria-label="Links: add a task"]')}
                open
                onOpenChange={(open) => !open && setAsked(null)}
              />
            )}
          </>
        )
      }
    >
      {item.related.length === 0 && <p className="text-helper text-muted">None</p>}
      <ul>
        {item.related.map((task) => (
          <li key={task.id} className="flex min-h-row items-center gap-8">
            <StatusIcon status={task.status} labelled />
            <Link to={`/${organization}/t/${task.key}`} className="touch flex min-w-0 flex-1 items-center gap-8 hover:underline">
              <span className="shrink-0 text-helper whitespace-nowrap text-muted">{words[task.relation]}</span>
              <span className="shrink-0 font-mono text-label whitespace-nowrap text-muted">{task.key}</span>
              <span className="truncate">{task.title}</span>
            </Link>
            {writes && (
              <Button look="quiet" square aria-label={`Links: remove ${task.key}`} onClick={() => remove(task)}>
                <X />
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
