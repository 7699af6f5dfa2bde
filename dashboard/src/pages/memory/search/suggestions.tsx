import { Link } from '@tanstack/react-router'
import { useOrganization } from '../../../data/organization.ts'
import { useRead } from '../../../data/reads.ts'
import { Row, Rows } from '../../../ui/row.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { Ago } from '../../../ui/time.tsx'
import { placeOf } from './hit-row.tsx'
import { kinds } from './kinds.ts'

/** Shown before a query: what one worked on last. */
export function Suggestions({ project }: { project?: string }) {
  const org = useOrganization()
  const read = useRead('listSuggestions', { ...(project && { project }), limit: 20 })
  return (
    <section>
      <h2 className="mb-8 text-helper font-medium text-muted">Recent</h2>
      <Loaded read={read}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-muted">
              Enter a key such as <code className="font-mono text-helper">BAT-12</code>, a name, or a question.
            </p>
          ) : (
            <Rows>
              {items.map((one) => {
                const { icon: Icon, one: word } = kinds[one.kind]
                return (
                  <Row key={`${one.kind} ${one.id}`} className="relative hover:bg-hover">
                    <Icon className="size-16 shrink-0 text-muted" role="img" aria-label={word} />
                    {one.ref && <span className="font-mono text-label text-muted">{one.ref}</span>}
                    <Link {...placeOf(org, one)} data-result className="min-w-0 flex-1 truncate rounded-code after:absolute after:inset-0">
                      {one.title}
                    </Link>
                    <Ago at={one.updated_at} />
                  </Row>
                )
              })}
            </Rows>
          )
        }
      </Loaded>
    </section>
  )
}
