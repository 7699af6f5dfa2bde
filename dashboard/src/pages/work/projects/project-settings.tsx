import type { Input as Given, Output } from '@baton/client'
import { Link } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { act } from '../../../data/writes/act.ts'
import { useRead } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { CodeBlock } from '../../../ui/copy.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Checkbox, Field, Input, Select, TextArea } from '../../../ui/field.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { archive, remove } from './change-project.ts'
import { ProjectMembers } from './project-members.tsx'

interface SettingsProps {
  org: string
  slug: string
  manages: boolean
  onClose(): void
}

const heading = 'mb-8 text-helper font-medium text-muted'

export function ProjectSettings({ org, slug, manages, onClose }: SettingsProps) {
  const read = useRead('getProject', { project: slug })
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={read.data?.name ?? slug} about="Project settings" at="side">
      <Loaded read={read}>
        {(project) => (
          <div className="flex flex-col gap-24">
            <Facts key={project.version} org={org} project={project} />
            {project.visibility === 'private' && <ProjectMembers org={org} slug={slug} />}
            {manages && <PublicPage org={org} project={project} />}
            <section>
              <h3 className={heading}>More settings</h3>
              <div className="flex flex-wrap gap-8">
                <Button asChild>
                  <Link to={`/${org}/p/${slug}/settings/labels`}>Labels</Link>
                </Button>
                <Button asChild>
                  <Link to={`/${org}/p/${slug}/settings/import`}>Import & export</Link>
                </Button>
              </div>
            </section>
            <section>
              <h3 className={heading}>Archive or delete</h3>
              <div className="flex flex-wrap gap-8">
                <Button onClick={() => archive(org, project, project.archived_at !== null)}>
                  {project.archived_at ? 'Restore' : 'Archive project'}
                </Button>
                {manages && (
                  <Button
                    look="danger"
                    onClick={() => {
                      onClose()
                      remove(org, project)
                    }}
                  >
                    Delete project
                  </Button>
                )}
              </div>
            </section>
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}

type Project = Output<'getProject'>

function Facts({ org, project }: { org: string; project: Project }) {
  const [name, setName] = useState(project.name)
  const [description, setDescription] = useState(project.description)
  const [slug, setSlug] = useState(project.slug)
  const [visibility, setVisibility] = useState(project.visibility)
  const save = (event: FormEvent) => {
    event.preventDefault()
    void act({
      organization: org,
      operation: 'updateProject',
      input: { project: project.id, name: name.trim(), slug, description, visibility, version: project.version },
      label: `Change ${project.name}`,
      done: 'Project saved',
      then: ['getProject', 'listProjects'],
    })
  }
  return (
    <form onSubmit={save} className="flex flex-col gap-12">
      <Field label="Name">
        {(ids) => <Input {...ids} required maxLength={120} value={name} onChange={(e) => setName(e.target.value)} />}
      </Field>
      <Field label="Description" hint="Markdown. Agents read this for context.">
        {(ids) => <TextArea {...ids} rows={6} maxLength={20_000} value={description} onChange={(e) => setDescription(e.target.value)} />}
      </Field>
      <div className="grid gap-12 wide:grid-cols-2">
        <Field label="Key" hint="Can’t be changed later.">
          {(ids) => <Input {...ids} readOnly className="font-mono" value={project.key} />}
        </Field>
        <Field label="Slug" hint="Used in links. Old links keep working until another project takes their slug.">
          {(ids) => (
            <Input
              {...ids}
              required
              minLength={2}
              maxLength={64}
              pattern="[a-z0-9](-?[a-z0-9])*"
              title="Lowercase letters, digits and single hyphens"
              className="font-mono"
              value={slug}
              onChange={(e) => setSlug(e.target.value)}
            />
          )}
        </Field>
        <Field label="Visibility">
          {(ids) => (
            <Select {...ids} value={visibility} onChange={(e) => setVisibility(e.target.value as Project['visibility'])}>
              <option value="organization">Everyone in the organization</option>
              <option value="private">Only its members</option>
            </Select>
          )}
        </Field>
      </div>
      <Button type="submit" look="primary" className="self-end">
        Save project
      </Button>
    </form>
  )
}

type Part = NonNullable<Given<'shareProject'>['parts']>[number]
/** What else a public page can show. */
const parts: readonly { value: Part; title: string }[] = [
  { value: 'progress', title: 'Progress: task counts by status' },
  { value: 'roadmap', title: 'Roadmap: epic titles, dates and progress' },
  { value: 'docs', title: 'Docs: published notes of this project' },
]

function PublicPage({ org, project }: { org: string; project: Project }) {
  const shared = project.shared_slug
  const then = ['getProject', 'listProjects'] as const
  const share = (parts: Part[], done: string) =>
    void act({
      organization: org,
      operation: 'shareProject',
      input: { project: project.slug, parts },
      label: `Publish page for ${project.name}`,
      done,
      then,
    })
  const takeDown = () =>
    void act({
      organization: org,
      operation: 'unshareProject',
      input: { project: project.slug },
      label: `Unpublish page for ${project.name}`,
      done: 'Public page unpublished',
      then,
    })
  const chosen = parts.filter(({ value }) => project.shared_parts.includes(value)).map(({ value }) => value)
  const turn = (part: Part) =>
    share(chosen.includes(part) ? chosen.filter((one) => one !== part) : [...chosen, part], 'Public page updated')
  return (
    <section className="flex flex-col gap-8">
      <h3 className="text-helper font-medium text-muted">Public page</h3>
      <p className="text-muted">Shows the name, description and what you choose to anyone with the link. Never tasks.</p>
      {shared && (
        <>
          <CodeBlock label="Public URL" text={`${location.origin}/p/projects/${shared}`} />
          {parts.map(({ value, title }) => (
            <label key={value} className="touch flex items-center gap-8">
              <Checkbox checked={chosen.includes(value)} onChange={() => turn(value)} />
              {title}
            </label>
          ))}
        </>
      )}
      <Button className="self-start" onClick={() => (shared ? takeDown() : share([], 'Public page published'))}>
        {shared ? 'Unpublish' : 'Publish page'}
      </Button>
    </section>
  )
}
