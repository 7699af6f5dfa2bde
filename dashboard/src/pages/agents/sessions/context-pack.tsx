import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRead } from '../../../data/reads.ts'
import { Chip } from '../../../ui/chip.tsx'
import { Select } from '../../../ui/field.tsx'
import { count } from '../../../ui/format.ts'
import { Markdown } from '../../../ui/markdown/markdown.tsx'
import { Meter } from '../../../ui/meter.tsx'
import { Card } from '../../../ui/row.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { Ago } from '../../../ui/time.tsx'

const budgets = [1000, 2000, 4000, 8000, 20_000]

/** What `resume_session` would return to an agent within a token budget, and what would be left out. */
export function ContextPack({ session }: { session: string }) {
  const { budget = 4000 } = useSearch({ strict: false }) as { budget?: number }
  const navigate = useNavigate()
  const read = useRead('getSessionContext', { session, budget_tokens: budget })
  return (
    <div className="flex flex-col gap-12">
      <div className="flex flex-wrap items-center gap-12">
        <span>
          <Select
            aria-label="Token budget"
            value={budget}
            onChange={(event) =>
              void navigate({ to: '.', search: { tab: 'context', budget: Number(event.target.value) } as never, replace: true })
            }
          >
            {budgets.map((value) => (
              <option key={value} value={value}>
                {count(value)} tokens
              </option>
            ))}
          </Select>
        </span>
        <p className="text-helper text-muted">What another agent gets when it continues this session.</p>
      </div>
      <Loaded read={read}>
        {(pack) => (
          <div className="flex flex-col gap-12">
            <div className="flex items-center gap-12 text-helper text-muted">
              <span className="w-sparkline">
                <Meter label="Tokens used" share={pack.tokens / pack.budget_tokens} />
              </span>
              <span>
                <span className="font-mono text-fg">{count(pack.tokens)}</span> of {count(pack.budget_tokens)} tokens
              </span>
            </div>
            <Part title="Goals" lines={pack.goals} />
            {pack.last_checkpoint && (
              <Card className="flex flex-col gap-6 p-12">
                <h3 className="font-medium">
                  Where it stopped: checkpoint {pack.last_checkpoint.number} <Ago at={pack.last_checkpoint.at} said />
                </h3>
                <p className="whitespace-pre-wrap">{pack.last_checkpoint.progress}</p>
                {pack.last_checkpoint.state && <Markdown text={pack.last_checkpoint.state} />}
              </Card>
            )}
            {pack.context && (
              <Card className="p-12">
                <h3 className="mb-6 font-medium">Context</h3>
                <Markdown text={pack.context} />
              </Card>
            )}
            <Part title="Leases" lines={pack.leases.map((one) => `${one.task} ${one.title}`)} />
            <Part title="Open tasks" lines={pack.tasks.map((one) => `${one.task} ${one.title}, ${one.status}`)} />
            <Part
              title="Decisions"
              lines={pack.decisions.map((one) => `${one.ref} ${one.title}${one.outcome ? `: ${one.outcome}` : ''}`)}
            />
            <Part title="Memories" lines={pack.memories.map((one) => one.content)} />
            <Part title="Changes by others since" lines={pack.changes.map((one) => `${one.by}: ${one.what}`)} />
            {pack.left_out.length > 0 && (
              <Card className="p-12">
                <h3 className="mb-6 font-medium">Left out to save tokens</h3>
                <ul className="flex flex-col gap-6">
                  {pack.left_out.map((one) => (
                    <li key={one.what} className="flex flex-wrap items-center gap-8">
                      <Chip dashed>{one.what}</Chip>
                      <span className="font-mono text-helper">{one.count}</span>
                      <code className="min-w-0 font-mono text-label break-all text-muted">{one.fetch}</code>
                    </li>
                  ))}
                </ul>
              </Card>
            )}
          </div>
        )}
      </Loaded>
    </div>
  )
}

function Part({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <Card className="p-12">
      <h3 className="mb-6 font-medium">{title}</h3>
      <ul className="flex list-disc flex-col gap-4 pl-16">
        {lines.map((line) => (
          <li key={line} className="break-words">
            {line}
          </li>
        ))}
      </ul>
    </Card>
  )
}
