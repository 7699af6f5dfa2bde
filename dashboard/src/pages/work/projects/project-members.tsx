import { UserPlus, X } from 'lucide-react'
import { act } from '../../../data/writes/act.ts'
import { usePeople } from '../../../data/people.ts'
import { useRead } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { Picker } from '../../../ui/picker.tsx'
import { Row, Rows } from '../../../ui/row.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { Who } from '../../../ui/marks/who.tsx'

/** Who can see a private project, besides those who manage the organization. */
export function ProjectMembers({ org, slug }: { org: string; slug: string }) {
  const read = useRead('listProjectMembers', { project: slug, limit: 100 })
  const { members } = usePeople()
  const then = ['listProjectMembers'] as const
  const add = (user: string) =>
    void act({ organization: org, operation: 'addProjectMember', input: { project: slug, user }, label: 'Add member', then })
  const drop = (user: string, name: string) =>
    void act({
      organization: org,
      operation: 'removeProjectMember',
      input: { project: slug, user },
      label: `Remove ${name}`,
      done: `${name} removed from this project`,
      undo: () => ({ organization: org, operation: 'addProjectMember', input: { project: slug, user }, label: `Add ${name}` }),
      then,
    })
  return (
    <section className="flex flex-col gap-8">
      <h3 className="text-helper font-medium text-muted">Members</h3>
      <Loaded read={read}>
        {({ items }) => (
          <>
            <Rows>
              {items.map(({ user_id, name }) => (
                <Row key={user_id}>
                  <span className="min-w-0 flex-1">
                    <Who actor={{ name, kind: 'person' }} />
                  </span>
                  <Button look="quiet" square aria-label={`Remove ${name}`} onClick={() => drop(user_id, name)}>
                    <X />
                  </Button>
                </Row>
              ))}
            </Rows>
            <Picker
              label="Add member"
              choices={members
                .filter((one) => !items.some(({ user_id }) => user_id === one.user_id))
                .map((one) => ({ value: one.user_id, title: one.name, words: one.handle }))}
              chosen={[]}
              onPick={add}
              trigger={
                <Button className="self-start">
                  <UserPlus aria-hidden />
                  Add member
                </Button>
              }
            />
          </>
        )}
      </Loaded>
    </section>
  )
}
