import { act } from '../../../data/writes/act.ts'
import { useOrganization } from '../../../data/organization.ts'
import { usePeople } from '../../../data/people.ts'
import { useRead } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { date, plural } from '../../../ui/format.ts'
import { Row, Rows } from '../../../ui/row.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { Ago } from '../../../ui/time.tsx'

export function ClearingsDialog({ open, close }: { open: boolean; close(): void }) {
  const organization = useOrganization()
  const people = usePeople()
  const { data: projects } = useRead('listProjects', {})
  const read = useRead('listMemoryClearings', {}, { enabled: open })
  const placeOf = (scope: string, id: string) =>
    scope === 'project' ? projects?.items.find((one) => one.id === id)?.name : people.agents.find((one) => one.id === id)?.name
  const restore = (clearing: string) =>
    void act({
      organization,
      operation: 'restoreMemories',
      input: { clearing },
      label: 'Undo clearing',
      done: 'Memories restored',
      then: ['listMemories', 'searchMemory', 'listMemoryClearings', 'getMemoryMap'],
    })
  return (
    <Dialog open={open} onOpenChange={(next) => !next && close()} title="Clearings" about="Bulk deletions you can still undo.">
      <Loaded read={read}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-muted">Nothing cleared in the last 30 days.</p>
          ) : (
            <Rows>
              {items.map((one) => (
                <Row key={one.id} className="flex-wrap">
                  <div className="min-w-0 flex-1">
                    <p>
                      {plural(one.count, 'memory', 'memories')} of {placeOf(one.scope, one.scope_id) ?? `a ${one.scope}`}
                    </p>
                    <p className="text-helper text-muted">
                      {people.actor(one.created_by, one.created_by_agent_id).name} <Ago at={one.created_at} said /> · until{' '}
                      {date(one.undo_until)}
                    </p>
                  </div>
                  {one.restored_at ? (
                    <span className="text-muted">restored</span>
                  ) : (
                    <Button onClick={() => restore(one.id)}>Restore</Button>
                  )}
                </Row>
              ))}
            </Rows>
          )
        }
      </Loaded>
    </Dialog>
  )
}
