import { Link } from '@tanstack/react-router'
import { useOrganization } from '../../../data/organization.ts'
import { useRead } from '../../../data/reads.ts'
import { Chip } from '../../../ui/chip.tsx'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { Row, Rows } from '../../../ui/row.tsx'

/** Which agents start here when a person assigns them a task. */
export function WorkspaceAgents({ workspace }: { workspace: string }) {
  const organization = useOrganization()
  const { data } = useRead('listWorkspaceAgents', { workspace })
  if (!data) return null
  return (
    <section aria-label="Agents" className="flex flex-col gap-8">
      <h2 className="font-medium">Agents that start here</h2>
      {data.items.length === 0 ? (
        <p className="text-muted">None yet. Agent owners choose this workspace on the agent’s page, under Runs.</p>
      ) : (
        <Rows aria-label="Agents in this workspace">
          {data.items.map(({ agent, client, at_once }) => (
            <Row key={agent.id}>
              <Avatar name={agent.name} kind="agent" size="small" decorative />
              <Link
                to={`/${organization}/agents/${agent.slug}`}
                search={{ tab: 'runs' } as never}
                className="touch inline-flex min-w-0 flex-1 items-center truncate rounded-code font-medium hover:underline"
              >
                {agent.name}
              </Link>
              <Chip mono>{client}</Chip>
              <span className="text-helper whitespace-nowrap text-muted">{at_once} at once</span>
            </Row>
          ))}
        </Rows>
      )}
    </section>
  )
}
