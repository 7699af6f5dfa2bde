import { act } from '../../../data/writes/act.ts'
import { useOrganization } from '../../../data/organization.ts'
import { usePeople } from '../../../data/people.ts'
import { date } from '../../../ui/format.ts'
import { Section } from '../../../ui/page.tsx'
import { Properties, Property } from '../../../ui/marks/property.tsx'
import { Who } from '../../../ui/marks/who.tsx'
import { UnresolvedLinks } from '../../../ui/unresolved-links.tsx'
import { LinkedList, type Linked } from '../linked-list.tsx'
import { LinkPicker } from '../link-picker.tsx'
import { Tags } from '../tags.tsx'
import { DecisionStatus, type DecisionDetails } from './decision-status.tsx'

export function DecisionRail({ decision, project }: { decision: DecisionDetails; project: string | undefined }) {
  const organization = useOrganization()
  const { actor, writes } = usePeople()
  const update = (fields: { links?: string[]; tags?: string[] }, back: typeof fields, done: string) =>
    void act({
      organization,
      operation: 'updateDecision',
      input: { decision: decision.id, ...fields },
      label: `Change ${decision.ref}`,
      done,
      undo: () => ({
        organization,
        operation: 'updateDecision',
        input: { decision: decision.id, ...back },
        label: `Restore ${decision.ref}`,
      }),
      then: ['getDecision', 'listDecisions'],
    })
  const names = decision.links.map(nameOf)
  const earlier = decision.supersedes.map((one): Linked => ({ ...one, kind: 'decision', version: null }))
  return (
    <>
      <Section title="Properties">
        <Properties>
          <Property name="Status">
            <DecisionStatus status={decision.status} />
          </Property>
          <Property name="Logged by">
            <Who actor={actor(decision.created_by, decision.created_by_agent_id)} />
          </Property>
          <Property name="Logged">{date(decision.created_at)}</Property>
          {decision.decided_at && <Property name="Decided">{date(decision.decided_at)}</Property>}
          <Property name="For">{decision.project_id ? 'This project' : 'The whole organization'}</Property>
          <Property name="Tags">
            <Tags
              tags={decision.tags}
              onChange={writes ? (tags) => update({ tags }, { tags: decision.tags }, 'Tags changed') : undefined}
            />
          </Property>
        </Properties>
      </Section>
      <Section title="Governs">
        {decision.paths.length > 0 ? (
          <ul className="flex flex-col gap-4">
            {decision.paths.map((path) => (
              <li key={path} className="font-mono text-helper break-all">
                {path}
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-helper text-muted">No paths. Add some to show this to agents working on those files.</p>
        )}
      </Section>
      {earlier.length > 0 && (
        <Section title="Supersedes">
          <LinkedList items={earlier} />
        </Section>
      )}
      <Section title="Motivates">
        <div className="flex flex-col items-start gap-6">
          {decision.links.length > 0 ? (
            <div className="w-full">
              <LinkedList
                items={decision.links}
                onRemove={
                  writes
                    ? (one) => update({ links: names.filter((name) => name !== nameOf(one)) }, { links: names }, 'Unlinked')
                    : undefined
                }
              />
            </div>
          ) : (
            <p className="text-helper text-muted">Link the tasks, specs and features it motivates.</p>
          )}
          <UnresolvedLinks text={textOf(decision)} />
          {writes && (
            <LinkPicker
              project={project}
              linked={decision.links}
              onLink={(name) => update({ links: [...names, name] }, { links: names }, 'Linked')}
            />
          )}
        </div>
      </Section>
      {decision.backlinks.length > 0 && (
        <Section title="Linked from">
          <LinkedList items={decision.backlinks} />
        </Section>
      )}
    </>
  )
}

const textOf = ({ context, rationale, outcome, alternatives }: DecisionDetails): string =>
  [context, rationale, outcome, ...alternatives.flatMap(({ title, why_not }) => [title, why_not])].join('\n\n')

/** In the form that the operation takes: a spec is referenced at its version. */
const nameOf = ({ kind, id, version }: Linked): string => `${kind}:${id}${version ? `@${version}` : ''}`
