import type { Output } from '@baton/client'
import { GitBranch, GitCommitHorizontal, type LucideIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useRead } from '../../data/reads.ts'
import { Button } from '../../ui/button.tsx'
import { plural } from '../../ui/format.ts'
import { Sha } from '../../ui/marks/rank.tsx'
import { Section } from '../../ui/page.tsx'
import { Ago } from '../../ui/time.tsx'
import { PullIcon, Review } from './pulls/pull-marks.tsx'

type Code = Output<'getTaskCode'>

const shownCommits = 5

/** The code of a task: whatever names its key. Renders nothing if no repository is connected or nothing names it. */
export function TaskCode({ task }: { task: string }) {
  const { data } = useRead('getTaskCode', { task })
  return data ? <CodeSection code={data} /> : null
}

export function FeatureCode({ feature }: { feature: string }) {
  const { data } = useRead('getFeatureCode', { feature })
  return data ? <CodeSection code={data} named /> : null
}

/** `named`: this is the code of several tasks, so each line names its task. */
function CodeSection({ code: { pull_requests, branches, commits }, named = false }: { code: Code; named?: boolean }) {
  const [all, setAll] = useState(false)
  if (pull_requests.length + branches.length + commits.length === 0) return null
  const shown = all ? commits : commits.slice(0, shownCommits)
  const keys = (tasks: readonly string[]) => (named && tasks.length > 0 ? ` · ${tasks.join(', ')}` : '')
  return (
    <Section title="Code">
      <ul className="flex flex-col gap-6" aria-label="Pull requests, branches and commits">
        {pull_requests.map((one) => (
          <Line
            key={`pull ${one.repository_id} ${one.number}`}
            icon={<PullIcon pull={one} />}
            url={one.url}
            title={one.title}
            about={
              <>
                #{one.number} · {one.repo}
                {keys(one.tasks)}
              </>
            }
            aside={one.state === 'open' && one.review ? <Review review={one.review} /> : <span className="text-muted">{one.state}</span>}
          />
        ))}
        {branches.map((one) => (
          <Line
            key={`branch ${one.repository_id} ${one.name}`}
            icon={<Icon of={GitBranch} word="branch" />}
            url={one.url}
            title={<span className="font-mono text-helper">{one.name}</span>}
            about={
              <>
                {one.repo}
                {keys(one.tasks)}
              </>
            }
            aside={<Sha commit={one.sha} />}
          />
        ))}
        {shown.map((one) => (
          <Line
            key={`commit ${one.repository_id} ${one.sha}`}
            icon={<Icon of={GitCommitHorizontal} word="commit" />}
            url={one.url}
            title={one.subject}
            about={
              <>
                <span className="font-mono">{one.sha.slice(0, 7)}</span> · {one.author ?? 'somebody'}
                {keys(one.tasks)}
              </>
            }
            aside={<Ago at={one.committed_at} />}
          />
        ))}
      </ul>
      {commits.length > shown.length && (
        <Button look="quiet" className="-ml-10 mt-4" onClick={() => setAll(true)}>
          Show {plural(commits.length - shown.length, 'more commit')}
        </Button>
      )}
    </Section>
  )
}

const Icon = ({ of: Mark, word }: { of: LucideIcon; word: string }) => (
  <Mark className="mt-2 size-16 shrink-0 text-muted" role="img" aria-label={word} />
)

interface LineProps {
  icon: ReactNode
  url: string
  title: ReactNode
  about: ReactNode
  aside: ReactNode
}

function Line({ icon, url, title, about, aside }: LineProps) {
  return (
    <li className="flex min-w-0 items-start gap-8">
      {icon}
      <div className="min-w-0 flex-1">
        <a href={url} target="_blank" rel="noreferrer" className="block truncate rounded-code hover:underline">
          {title}
        </a>
        <p className="truncate text-helper text-muted">{about}</p>
      </div>
      <span className="shrink-0 text-helper">{aside}</span>
    </li>
  )
}
