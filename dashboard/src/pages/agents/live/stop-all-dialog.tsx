import { useOrganization } from '../../../data/organization.ts'
import { currentUser } from '../../../data/session.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { plural } from '../../../ui/format.ts'
import { Row, Rows } from '../../../ui/row.tsx'
import { stopAll } from '../agent-actions.ts'
import type { AtWork } from '../at-work.ts'

/** Asks for confirmation before stopping every agent: shows their owners and what each is working on. */
export function StopAllDialog({ agents, open, close }: { agents: readonly AtWork[]; open: boolean; close(): void }) {
  const org = useOrganization()
  const me = currentUser()?.id
  const owners = Map.groupBy(agents, ({ owner }) => owner?.id ?? '')
  const others = agents.filter(({ owner }) => owner?.id !== me).length
  const stop = () => {
    close()
    void stopAll(org, agents)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={`Stop ${plural(agents.length, 'agent')}?`}
      about={
        others > 0
          ? `${others === agents.length ? 'All' : others} of them belong to other people. Their tasks are released and their sessions end; you can resume the agents later.`
          : 'Their tasks are released and their sessions end; you can resume the agents later.'
      }
    >
      <div className="flex flex-col gap-16">
        {[...owners].map(([owner, theirs]) => (
          <section key={owner} aria-label={nameOf(theirs[0], me)} className="flex flex-col gap-6">
            <h3 className="text-helper font-medium text-muted">{nameOf(theirs[0], me)}</h3>
            <Rows>
              {theirs.map((agent) => (
                <Row key={agent.id}>
                  <Avatar name={agent.name} kind="agent" size="small" decorative />
                  <span className="min-w-0 flex-1 truncate font-medium">{agent.name}</span>
                  <span className="truncate font-mono text-label text-muted">{agent.task?.key ?? 'no task'}</span>
                </Row>
              ))}
            </Rows>
          </section>
        ))}
        <div className="flex justify-end gap-8">
          <Button onClick={close}>Cancel</Button>
          <Button look="danger" onClick={stop}>
            Stop {plural(agents.length, 'agent')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

const nameOf = (agent: AtWork | undefined, me: string | undefined): string =>
  agent?.owner?.id === me ? 'Yours' : (agent?.owner?.name ?? 'Nobody’s')
