import { Markdown } from '../../../ui/markdown/markdown.tsx'
import type { DecisionDetails } from './decision-status.tsx'

/** The alternatives that were not chosen, and why not. */
export function Alternatives({ alternatives }: Pick<DecisionDetails, 'alternatives'>) {
  return (
    <ul className="flex flex-col gap-8">
      {alternatives.map(({ title, why_not }) => (
        <li key={title} className="rounded-card border border-line bg-sunken p-12">
          <p className="font-medium">{title}</p>
          <div className="text-muted">
            <Markdown text={why_not ? `Not chosen: ${why_not}` : 'Not chosen'} />
          </div>
        </li>
      ))}
    </ul>
  )
}
