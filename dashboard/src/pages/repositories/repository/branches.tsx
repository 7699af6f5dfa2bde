import { GitBranch } from 'lucide-react'
import { useList } from '../../../data/reads.ts'
import { Chip } from '../../../ui/chip.tsx'
import { Sha } from '../../../ui/marks/rank.tsx'
import { More } from '../../../ui/more.tsx'
import { Row, Rows } from '../../../ui/row.tsx'
import { EmptyState, Loaded } from '../../../ui/states.tsx'
import { Ago } from '../../../ui/time.tsx'
import type { Repository } from '../repository-status.tsx'
import { TaskKeys } from '../task-keys.tsx'

const inAddress = (name: string): string => name.split('/').map(encodeURIComponent).join('/')

/** Branches, newest first, with the tasks they name. */
export function Branches({ repository: { id, url, branches } }: { repository: Repository }) {
  const list = useList('listRepoBranches', { repo: id, limit: 50 })
  return (
    <section aria-labelledby="branches" className="flex flex-col gap-8">
      <h2 id="branches" className="flex items-center gap-8 font-medium">
        Branches <span className="font-mono text-label text-muted">{branches}</span>
      </h2>
      <Loaded read={list}>
        {() =>
          list.items.length === 0 ? (
            <EmptyState icon={GitBranch} title="No branches yet">
              Branches show up after the first sync.
            </EmptyState>
          ) : (
            <Rows aria-label="Branches">
              {list.items.map((one) => (
                <Row key={one.name} className="flex-wrap">
                  <GitBranch className="size-16 shrink-0 text-muted" aria-hidden />
                  <a
                    href={`${url}/tree/${inAddress(one.name)}`}
                    target="_blank"
                    rel="noreferrer"
                    className="touch flex min-w-0 flex-1 items-center font-mono hover:underline"
                  >
                    <span className="truncate">{one.name}</span>
                  </a>
                  {one.default && <Chip tone="accent">default</Chip>}
                  {one.protected && <Chip>protected</Chip>}
                  <TaskKeys keys={one.tasks} />
                  <Sha commit={one.sha} />
                  {one.committed_at && <Ago at={one.committed_at} />}
                </Row>
              ))}
            </Rows>
          )
        }
      </Loaded>
      <More list={list} />
    </section>
  )
}
