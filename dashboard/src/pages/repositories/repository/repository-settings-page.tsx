import { Link, useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { useOrganization } from '../../../data/organization.ts'
import { usePermissions } from '../../../data/permissions.ts'
import { act } from '../../../data/writes/act.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Select } from '../../../ui/field.tsx'
import { Group } from '../../settings/settings-frame.tsx'
import { DisconnectDialog } from '../disconnect-dialog.tsx'
import { IssuesSelect, issuesModes } from '../issues-mode.tsx'
import type { Repository } from '../repository-status.tsx'
import { RepositoryFrame } from './repository-frame.tsx'

export function RepositorySettingsPage() {
  return <RepositoryFrame width="reading">{(repository) => <Settings key={repository.id} repository={repository} />}</RepositoryFrame>
}

function Settings({ repository }: { repository: Repository }) {
  const org = useOrganization()
  const navigate = useNavigate()
  const { writes } = usePermissions()
  const [leaving, setLeaving] = useState(false)
  if (!writes)
    return (
      <Group title="Issues">
        <p>{issuesModes[repository.issues].about}</p>
      </Group>
    )
  return (
    <div className="flex flex-col gap-16">
      <Issues key={repository.version} repository={repository} />
      <Group title="Projects" about="Members of these projects can see the repository. Tasks are linked by key.">
        <p className="flex flex-wrap items-center gap-8">
          {repository.projects.map((slug) => (
            <Link key={slug} to={`/${org}/p/${slug}/repos`} className="rounded-code font-medium hover:underline">
              {slug}
            </Link>
          ))}
        </p>
        <p className="text-helper text-muted">To add a project, connect the repository there.</p>
      </Group>
      <Group title="Disconnect" about="Removes it from the projects you see. Synced data is deleted with the last one.">
        <Button look="danger" className="self-start" onClick={() => setLeaving(true)}>
          Disconnect {repository.repo}
        </Button>
      </Group>
      <DisconnectDialog
        repository={leaving ? repository : null}
        onClose={() => setLeaving(false)}
        onGone={() => void navigate({ to: `/${org}/repos` })}
      />
    </div>
  )
}

function Issues({ repository: { id, repo, issues: before, projects, version, refused_writes } }: { repository: Repository }) {
  const organization = useOrganization()
  const [issues, setIssues] = useState(before)
  const [project, setProject] = useState(projects[0] ?? '')
  const save = (event: FormEvent) => {
    event.preventDefault()
    void act({
      organization,
      operation: 'updateRepo',
      input: { repo: id, issues, project, version },
      label: `Change issue sync of ${repo}`,
      done: 'Saved. Applies from the next sync.',
      then: ['getRepo', 'listRepos'],
    })
  }
  return (
    <form onSubmit={save}>
      <Group title="Issues" about="How GitHub issues are handled.">
        <IssuesSelect value={issues} onChange={setIssues} />
        {issues !== 'off' && projects.length > 1 && (
          <Field label="Project for tasks">
            {(ids) => (
              <Select {...ids} value={project} onChange={(event) => setProject(event.target.value)}>
                {projects.map((slug) => (
                  <option key={slug}>{slug}</option>
                ))}
              </Select>
            )}
          </Field>
        )}
        <Button
          type="submit"
          look="primary"
          className="self-end"
          disabled={issues === before && project === (projects[0] ?? '') && refused_writes.length === 0}
        >
          Save
        </Button>
      </Group>
    </form>
  )
}
