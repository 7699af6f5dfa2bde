import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { act } from '../../data/writes/act.ts'
import { useOrganization } from '../../data/organization.ts'
import { useRead } from '../../data/reads.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { plural } from '../../ui/format.ts'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Page } from '../../ui/page.tsx'
import { Picker } from '../../ui/picker.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Faces } from './faces.tsx'
import { TeamActivity } from './team-activity.tsx'
import { TeamFeatures } from './team-features.tsx'
import { afterMembers, TeamMembers, useLeads, type Team } from './team-members.tsx'
import { ChangePicture, TeamPicture } from './team-picture.tsx'
import { TeamProjects } from './team-projects.tsx'

const views = {
  members: { title: 'Members', shows: TeamMembers },
  projects: { title: 'Projects', shows: TeamProjects },
  features: { title: 'Features', shows: TeamFeatures },
  activity: { title: 'Activity', shows: TeamActivity },
} as const
type View = keyof typeof views
const options = (Object.keys(views) as View[]).map((value) => ({ value, title: views[value].title }))

export function TeamPage() {
  const { id = '' } = useParams({ strict: false })
  const read = useRead('getTeam', { team: id })
  return <Loaded read={read}>{(team) => <Shown team={team} />}</Loaded>
}

function Shown({ team }: { team: Team }) {
  const organization = useOrganization()
  const navigate = useNavigate()
  const { view = 'members' } = useSearch({ strict: false }) as { view?: View }
  const { data: presence } = useRead('getTeamPresence', { team: team.handle })
  const leads = useLeads(team)
  const View = (views[view] ?? views.members).shows
  return (
    <Page
      title={
        <>
          <Link to={`/${organization}/team`} className="text-muted hover:underline">
            People
          </Link>
          <span className="text-faint">/</span>
          <TeamPicture team={team} />
          {team.name}
        </>
      }
      about={plural(team.members, 'member')}
      views={
        <Button asChild look="quiet">
          <Link to={`/${organization}/teams/${team.handle}/insights`}>Insights</Link>
        </Button>
      }
      actions={
        <>
          <Faces people={presence?.people ?? []} agents={presence?.agents ?? []} />
          {team.role && <ChooseTeam team={team} />}
          {leads && <LeadActions team={team} />}
        </>
      }
    >
      <div className="flex flex-col gap-16">
        {team.description && <Markdown text={team.description} />}
        <Segmented
          label="Team section"
          value={view}
          options={options}
          onChange={(next) => void navigate({ to: '.', search: (next === 'members' ? {} : { view: next }) as never, replace: true })}
        />
        <View team={team} />
      </div>
    </Page>
  )
}

/** The current team is a personal choice, so viewers of the organization can choose one too. */
function ChooseTeam({ team }: { team: Team }) {
  const organization = useOrganization()
  const { data } = useRead('getCurrentTeam', {})
  const chosen = data?.chosen === true && data.team?.id === team.id
  const choose = () =>
    void act({
      organization,
      operation: 'chooseTeam',
      input: { team: chosen ? null : team.id },
      label: 'Choose team',
      done: chosen ? 'You have no current team' : `${team.name} is your current team`,
      then: ['getCurrentTeam'],
    })
  return (
    <Button aria-pressed={chosen} onClick={choose}>
      {chosen ? 'Your current team' : 'Set as current team'}
    </Button>
  )
}

function LeadActions({ team }: { team: Team }) {
  const organization = useOrganization()
  const navigate = useNavigate()
  const { data: members } = useRead('listTeamMembers', { team: team.handle, limit: 100 })
  const { data: everyone } = useRead('listMembers', { limit: 100 })
  const inTeam = (members?.items ?? []).map((one) => one.handle)
  const others = (everyone?.items ?? []).filter(({ handle }) => !inTeam.includes(handle))
  const add = (user: string) =>
    act({
      organization,
      operation: 'addTeamMember',
      input: { team: team.handle, user },
      label: 'Add to team',
      done: 'Member added',
      then: afterMembers,
    })
  const remove = async () => {
    const gone = await act({
      organization,
      operation: 'deleteTeam',
      input: { team: team.handle },
      label: 'Delete team',
      done: 'Team deleted',
      then: ['listTeams', 'getCurrentTeam'],
    })
    if (gone) void navigate({ to: `/${organization}/team` })
  }
  return (
    <>
      <ChangePicture team={team} />
      <Picker
        label="Add member"
        chosen={[]}
        choices={others.map(({ handle, name }) => ({
          value: handle,
          title: name,
          words: handle,
          icon: <Avatar name={name} kind="person" size="small" decorative />,
        }))}
        onPick={(user) => void add(user)}
        trigger={<Button look="primary">Add member</Button>}
      />
      <Menu
        trigger={<Button aria-label="More actions">More</Button>}
        items={[{ title: 'Delete team', danger: true, run: () => void remove() }]}
      />
    </>
  )
}
