import { useState, type ReactNode } from 'react'
import { useOwn } from '../../data/reads.ts'
import { Chip } from '../../ui/chip.tsx'
import { date } from '../../ui/format.ts'
import { Row, Rows } from '../../ui/row.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Ago } from '../../ui/time.tsx'
import { AdminFrame } from './admin-frame.tsx'
import { UserActions, type UserDetails } from './user-actions.tsx'
import { UserIssues, UserNotes, UserProjects, UserSessions, UserTeams } from './user-lists.tsx'

const lists = { projects: UserProjects, teams: UserTeams, sessions: UserSessions, notes: UserNotes, issues: UserIssues }
type List = keyof typeof lists

/** One user: what they have, as counts and titles, and what an administrator can do about them. */
export function UserPage({ id }: { id: string }) {
  const read = useOwn('getUser', { id })
  const [list, setList] = useState<List>('projects')
  const Shown = lists[list]
  return (
    <AdminFrame title={read.data?.name ?? 'User'} actions={read.data && <UserActions user={read.data} />}>
      <Loaded read={read}>
        {(user) => (
          <>
            <Facts user={user} />
            <section className="flex flex-col gap-8" aria-label="Organizations">
              <h2 className="font-medium">Organizations</h2>
              <Rows aria-label="User’s organizations">
                {user.organizations.map((one) => (
                  <Row key={one.id}>
                    <span className="min-w-0 flex-1 truncate">{one.name}</span>
                    <span className="font-mono text-helper text-muted">@{one.handle}</span>
                    {one.personal ? <Chip>personal</Chip> : <Chip>{one.role}</Chip>}
                  </Row>
                ))}
              </Rows>
            </section>
            <Segmented
              label="Section"
              value={list}
              onChange={setList}
              options={[
                { value: 'projects', title: `Projects ${user.counts.projects}` },
                { value: 'teams', title: `Teams ${user.counts.teams}` },
                { value: 'sessions', title: `Sessions ${user.counts.sessions}` },
                { value: 'notes', title: `Notes ${user.counts.notes}` },
                { value: 'issues', title: 'Issues' },
              ]}
            />
            <Shown id={user.id} />
          </>
        )}
      </Loaded>
    </AdminFrame>
  )
}

function Facts({ user }: { user: UserDetails }) {
  const { counts } = user
  return (
    <section aria-label="About" className="flex flex-col gap-8 rounded-card border border-line bg-raised p-16 shadow-card">
      <p className="flex flex-wrap items-center gap-6">
        <span className="break-all">{user.email}</span>
        <span className="font-mono text-muted">@{user.handle}</span>
        {user.role === 'admin' && <Chip>administrator</Chip>}
        {user.plan && <Chip tone="accent">{user.plan}</Chip>}
        {user.suspended_at && <Chip tone="warn">suspended{user.suspended_until ? ` until ${date(user.suspended_until)}` : ''}</Chip>}
        {user.closed_at && <Chip tone="bad">account closed</Chip>}
      </p>
      {user.suspend_reason && <p className="text-helper text-muted">Reason shown to them: {user.suspend_reason}</p>}
      <dl className="grid grid-cols-2 gap-8 text-helper rail:grid-cols-4">
        <Fact name="Joined" value={<Ago at={user.created_at} said />} />
        <Fact name="Last login" value={user.last_login_at ? <Ago at={user.last_login_at} said /> : 'never'} />
        <Fact name="Passkeys" value={counts.passkeys} />
        <Fact name="API keys" value={counts.api_keys} />
        <Fact name="MCP tokens" value={counts.mcp_tokens} />
        <Fact name="Agents" value={counts.agents} />
        <Fact name="Machines" value={counts.machines} />
        <Fact name="Logged in" value={counts.sessions} />
      </dl>
    </section>
  )
}

const Fact = ({ name, value }: { name: string; value: ReactNode }) => (
  <div>
    <dt className="text-muted">{name}</dt>
    <dd className="font-mono">{value}</dd>
  </div>
)
