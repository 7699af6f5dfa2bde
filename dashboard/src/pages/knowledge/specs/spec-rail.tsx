import { act } from '../../../data/writes/act.ts'
import { useOrganization } from '../../../data/organization.ts'
import { usePeople } from '../../../data/people.ts'
import { Button } from '../../../ui/button.tsx'
import { date } from '../../../ui/format.ts'
import { Section } from '../../../ui/page.tsx'
import { Picker } from '../../../ui/picker.tsx'
import { Properties, Property } from '../../../ui/marks/property.tsx'
import { Ago } from '../../../ui/time.tsx'
import { Who } from '../../../ui/marks/who.tsx'
import { UnresolvedLinks } from '../../../ui/unresolved-links.tsx'
import { LinkedList } from '../linked-list.tsx'
import { Tags } from '../tags.tsx'
import { SpecStatus, specStatuses, type Spec } from './spec-status.tsx'
import { SpecVersions } from './spec-versions.tsx'
import type { SpecDetails } from './use-spec.ts'

export function SpecRail({ spec, body }: { spec: SpecDetails; body: string | undefined }) {
  const organization = useOrganization()
  const { actor, writes } = usePeople()
  const change = (fields: { status?: Spec['status']; tags?: string[] }, back: typeof fields, done: string) =>
    void act({
      organization,
      operation: 'updateSpec',
      input: { spec: spec.id, ...fields },
      label: `Change ${spec.ref}`,
      done,
      undo: () => ({ organization, operation: 'updateSpec', input: { spec: spec.id, ...back }, label: `Restore ${spec.ref}` }),
      then: ['getSpec', 'listSpecs'],
    })
  return (
    <>
      <Section title="Properties">
        <Properties>
          <Property name="Status">
            {writes ? (
              <Picker
                label="Status"
                chosen={[spec.status]}
                choices={Object.entries(specStatuses).map(([value, { word, icon: Icon, colour }]) => ({
                  value,
                  title: word,
                  icon: <Icon className={`size-16 ${colour}`} aria-hidden />,
                }))}
                onPick={(status) =>
                  status !== spec.status &&
                  change(
                    { status: status as Spec['status'] },
                    { status: spec.status },
                    `${spec.ref} is ${specStatuses[status as Spec['status']].word.toLowerCase()}`,
                  )
                }
                trigger={
                  <Button look="quiet" className="-ml-10">
                    <span className="flex text-fg">
                      <SpecStatus status={spec.status} />
                    </span>
                  </Button>
                }
              />
            ) : (
              <SpecStatus status={spec.status} />
            )}
          </Property>
          <Property name="Written by">
            <Who actor={actor(spec.created_by, spec.created_by_agent_id)} />
          </Property>
          <Property name="Created">{date(spec.created_at)}</Property>
          <Property name="Updated">
            <Ago at={spec.updated_at} />
          </Property>
          <Property name="Tags">
            <Tags tags={spec.tags} onChange={writes ? (tags) => change({ tags }, { tags: spec.tags }, 'Tags changed') : undefined} />
          </Property>
        </Properties>
      </Section>
      <SpecVersions spec={spec.id} shown={spec.shown.number} latest={spec.latest_version} />
      <Section title="Linked from">
        {spec.backlinks.length > 0 ? (
          <LinkedList items={spec.backlinks} />
        ) : (
          <p className="text-helper text-muted">
            No links yet. Create a feature from this spec, or mention {spec.ref} in a note or decision.
          </p>
        )}
        {body !== undefined && <UnresolvedLinks text={body} />}
      </Section>
    </>
  )
}
