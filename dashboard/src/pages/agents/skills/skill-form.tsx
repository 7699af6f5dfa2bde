import type { Output } from '@baton/client'
import { useState, type FormEvent } from 'react'
import { act } from '../../../data/writes/act.ts'
import { useOrganization } from '../../../data/organization.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input, Select, TextArea } from '../../../ui/field.tsx'

type Skill = Output<'getSkill'>
type Visibility = Skill['visibility']

/** Creates or edits a skill; a changed text becomes a new version. `body` is the full text, which may be longer than one read. */
export function SkillForm({ skill, body: text, done }: { skill?: Skill; body?: string; done(id: string | null): void }) {
  const organization = useOrganization()
  const [name, setName] = useState(skill?.name ?? '')
  const [description, setDescription] = useState(skill?.description ?? '')
  const [body, setBody] = useState(text ?? '')
  const [tags, setTags] = useState(skill?.tags.join(', ') ?? '')
  const [visibility, setVisibility] = useState<Visibility>(skill?.visibility ?? 'team')
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const list = [
      ...new Set(
        tags
          .split(',')
          .map((tag) => tag.trim())
          .filter(Boolean),
      ),
    ]
    const fields = { name: name.trim(), description: description.trim(), tags: list, visibility }
    const answer = skill
      ? await act({
          organization,
          operation: 'updateSkill',
          input: { skill: skill.id, ...fields, ...(body !== text && { body }), version: skill.version },
          label: `Change ${skill.name}`,
          done: `${fields.name} updated`,
          undo: () => ({
            organization,
            operation: 'updateSkill',
            input: {
              skill: skill.id,
              name: skill.name,
              description: skill.description,
              tags: skill.tags,
              visibility: skill.visibility,
              ...(body !== text && text && { body: text }),
            },
            label: `Restore ${skill.name}`,
          }),
          then: ['getSkill', 'listSkillVersions'],
        })
      : await act({
          organization,
          operation: 'createSkill',
          input: { ...fields, body },
          label: `Create ${fields.name}`,
          done: `${fields.name} created`,
          undo: ({ id }) => ({ organization, operation: 'deleteSkill', input: { skill: id }, label: `Delete ${fields.name}` }),
          then: ['listSkills'],
        })
    if (answer) done(answer.id)
  }
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-col gap-12">
      <div className="grid gap-12 wide:grid-cols-2">
        <Field label="Name">
          {(ids) => <Input {...ids} required maxLength={120} value={name} onChange={(e) => setName(e.target.value)} />}
        </Field>
        <Field label="Available to">
          {(ids) => (
            <Select {...ids} value={visibility} onChange={(e) => setVisibility(e.target.value as Visibility)}>
              <option value="personal">Only you</option>
              <option value="team">Everyone in the organization</option>
              <option value="public">Everyone (public)</option>
            </Select>
          )}
        </Field>
      </div>
      <Field label="Description" hint="When to use it. Agents choose skills by this line.">
        {(ids) => (
          <TextArea {...ids} required rows={2} maxLength={2000} value={description} onChange={(e) => setDescription(e.target.value)} />
        )}
      </Field>
      <Field label="Text" hint="Markdown.">
        {(ids) => (
          <TextArea
            {...ids}
            required
            rows={12}
            className="font-mono"
            maxLength={100_000}
            value={body}
            onChange={(e) => setBody(e.target.value)}
          />
        )}
      </Field>
      <Field label="Tags" hint="Separate with commas.">
        {(ids) => <Input {...ids} value={tags} onChange={(e) => setTags(e.target.value)} />}
      </Field>
      <Button type="submit" look="primary" className="self-end" disabled={!name.trim() || !description.trim() || !body.trim()}>
        {skill ? 'Save changes' : 'Create skill'}
      </Button>
    </form>
  )
}
