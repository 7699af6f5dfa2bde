import { act } from '../../../data/writes/act.ts'

interface Named {
  id: string
  slug: string
  name: string
}

const then = ['listProjects', 'getProject'] as const

export function archive(organization: string, { slug, name }: Named, restore: boolean): void {
  void act({
    organization,
    operation: 'archiveProject',
    input: { project: slug, restore },
    label: `${restore ? 'Restore' : 'Archive'} ${name}`,
    done: restore ? `${name} restored` : `${name} archived`,
    undo: () => ({
      organization,
      operation: 'archiveProject',
      input: { project: slug, restore: !restore },
      label: `${restore ? 'Archive' : 'Restore'} ${name}`,
    }),
    then,
  })
}

export function remove(organization: string, { id, slug, name }: Named): void {
  void act({
    organization,
    operation: 'deleteProject',
    input: { project: slug },
    label: `Delete ${name}`,
    done: `${name} deleted`,
    undo: () => ({ organization, operation: 'restoreProject', input: { project: id }, label: `Restore ${name}` }),
    then,
  })
}
