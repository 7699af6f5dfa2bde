import type { Scene } from './scene.ts'

/** What the public reads. Pages and posts belong to the instance, so its administrator writes them; their text is the scene's. */
export function publishingValues(scene: () => Scene): Record<string, () => Promise<unknown>> {
  const write = (operation: 'createPage' | 'createPost', input: Record<string, unknown> = {}) => {
    const { world, canary } = scene()
    return world.run(operation, world.administrator, {
      title: `${canary}open`,
      body: `Text of ${canary}open`,
      status: 'published',
      ...input,
    })
  }
  return {
    shared_post: async () => (await write('createPost')).slug,
    shared_page: async () => (await write('createPage')).slug,
    shared_category: async () => {
      const { world, canary } = scene()
      const { id, slug } = await world.run('createCategory', world.administrator, { name: `${canary}open` })
      for (const _ of [1, 2]) await write('createPost', { category: id })
      return slug
    },
    preview_token: async () => {
      const { world } = scene()
      const { id } = await write('createPost', { status: 'draft' })
      const { url } = await world.run('createPreviewLink', world.administrator, { id })
      return String(url).split('/').at(-1)
    },
    shared_profile: async () => {
      const { world, person } = scene()
      await world.look('update users set public_profile = true, bio = $2 where id = $1', [person.user.id, `${scene().canary}open`])
      const [row] = await world.look<{ handle: string }>('select handle from users where id = $1', [person.user.id])
      return row?.handle
    },
    // With everything that a shared project may show, and two docs so that their list has a second page.
    shared_project: async () => {
      const { world, person, canary } = scene()
      const [project] = await scene().fresh('project')
      const { slug } = await world.run('shareProject', person, { project, parts: ['progress', 'roadmap', 'docs'] })
      for (const _ of [1, 2]) {
        const { id } = await world.run('createNote', person, { project, title: `${canary}open` })
        await world.run('publishNote', person, { note: id })
      }
      return slug
    },
  }
}
