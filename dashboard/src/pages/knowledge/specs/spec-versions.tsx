import { Link } from '@tanstack/react-router'
import { GitCompareArrows } from 'lucide-react'
import { useOrganization } from '../../../data/organization.ts'
import { usePeople } from '../../../data/people.ts'
import { useList } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { More } from '../../../ui/more.tsx'
import { Section } from '../../../ui/page.tsx'
import { Ago } from '../../../ui/time.tsx'

/** All versions: to read, and to compare with the previous one. */
export function SpecVersions({ spec, shown, latest }: { spec: string; shown: number; latest: number }) {
  const org = useOrganization()
  const { actor } = usePeople()
  const list = useList('listSpecVersions', { spec, limit: 20 })
  const to = `/${org}/specs/${spec}`
  return (
    <Section title="Versions" aside={<span className="text-helper text-muted">{latest}</span>}>
      <ol className="flex flex-col gap-px">
        {list.items.map((one) => (
          <li key={one.number} className="flex items-center gap-4">
            <Link
              to={to}
              search={(one.number === latest ? {} : { version: one.number }) as never}
              aria-current={one.number === shown ? 'true' : undefined}
              className={classes(
                'touch -ml-6 flex min-w-0 flex-1 items-start gap-8 rounded-control p-6 hover:bg-hover',
                one.number === shown && 'bg-hover',
              )}
            >
              <span className="w-24 shrink-0 font-mono text-label text-muted">v{one.number}</span>
              <span className="min-w-0 flex-1">
                <span className="line-clamp-2 break-words">{one.summary || (one.number === 1 ? 'First version' : 'Changed')}</span>
                <span className="flex items-center gap-6 text-helper text-muted">
                  <span className="truncate">{actor(one.created_by, one.created_by_agent_id).name}</span>
                  <Ago at={one.created_at} />
                </span>
              </span>
            </Link>
            {one.number > 1 && (
              <Button asChild look="quiet" square>
                <Link
                  to={to}
                  search={{ from: one.number - 1, to: one.number } as never}
                  aria-label={`What version ${one.number} changed`}
                  title="Changes"
                >
                  <GitCompareArrows />
                </Link>
              </Button>
            )}
          </li>
        ))}
      </ol>
      <More list={list} />
    </Section>
  )
}
