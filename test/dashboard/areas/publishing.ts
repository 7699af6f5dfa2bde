import type { Area } from '../every-page.ts'

/** What the instance publishes: written in the dashboard, served as pages by the server. */
export const publishing: Area = async ({ mira, org, slug, dashboard: { baton } }) => {
  await baton.look("update auth.accounts set role = 'admin' where user_id = $1", [mira.user.id])
  const { id: category, slug: categorySlug } = await mira.api.createCategory({
    name: 'Releases',
    description: 'What is new in each version',
  })
  const body = [
    'Deliveries are **retried with backoff** now.\n\n## What changed\n\n- [x] backoff\n- [ ] dead letters\n\n',
    '| Try | After |\n| --- | --- |\n| 1 | 5 s |\n| 2 | 30 s |\n\n```sh\nbaton deliveries --failed\n```\n\n> Nothing is lost.',
  ].join('')
  const post = await mira.api.createPost({
    title: 'Deliveries that arrive',
    summary: 'Webhooks are retried for a day, and you see each attempt.',
    body,
    category,
    status: 'published',
  })
  await mira.api.updatePost({ id: post.id, body: `${body}\n\nThanks to everybody who reported it.` })
  const later = new Date(baton.clock.now().getTime() + 7 * 86_400_000).toISOString()
  await mira.api.createPost({ title: 'A week in the life of an agent', status: 'scheduled', publish_at: later })
  const draft = await mira.api.createPost({ title: 'Why gates', summary: 'A draft', body: '# Why\n\nBecause.' })
  const preview = await mira.api.createPreviewLink({ id: draft.id })
  const page = await mira.api.createPage({ title: 'Imprint', body: 'Baton GmbH\n\nBerlin', status: 'published' })
  await mira.api.updateProfile({
    public_profile: true,
    bio: 'Keeps the **streams** flowing.',
    location: 'Berlin',
    url: 'https://example.com',
  })
  await mira.api.shareProject({ project: slug, parts: ['progress', 'roadmap', 'docs'] })
  await baton.look(
    `update published set fields = fields || '{"progress": {"backlog": 4, "todo": 3, "in_progress": 2, "in_review": 1, "complete": 9, "cancelled": 1},
      "roadmap": [{"title": "Reliable deliveries", "status": "in_progress", "due_on": "2027-01-31", "tasks": {"total": 8, "complete": 5}}]}'
     where kind = 'project'`,
  )
  const at = (path: string) => `/${org}/admin/${path}`
  const open = { anonymous: true } as const
  return [
    { name: 'site-posts', path: at('posts'), ready: 'A week in the life' },
    { name: 'site-post', path: at(`posts/${post.id}`), ready: 'Revisions' },
    {
      name: 'site-post-revision',
      path: at(`posts/${post.id}`),
      ready: 'Revisions',
      then: async (tab) => {
        await tab.getByRole('button', { name: /^1/ }).last().click()
        await tab.getByRole('button', { name: 'Restore this revision' }).waitFor()
      },
    },
    {
      name: 'site-post-preview',
      path: at(`posts/${post.id}`),
      ready: 'Revisions',
      then: async (tab) => {
        await tab.getByRole('radio', { name: 'Preview' }).click()
        await tab.getByText('Nothing is lost.').waitFor()
      },
    },
    { name: 'site-new-post', path: at('posts/new'), ready: 'Save draft' },
    { name: 'site-pages', path: at('pages'), ready: 'Imprint' },
    { name: 'site-categories', path: at('categories'), ready: 'Releases' },
    { name: 'public-blog', path: '/blog', ready: 'Deliveries that arrive', ...open },
    { name: 'public-category', path: `/blog/category/${categorySlug}`, ready: 'Deliveries that arrive', ...open },
    { name: 'public-post', path: `/blog/${post.slug}`, ready: 'Nothing is lost.', ...open },
    { name: 'public-page', path: `/p/pages/${page.slug}`, ready: 'Berlin', ...open },
    { name: 'public-preview', path: new URL(preview.url).pathname, ready: 'Because.', ...open },
    { name: 'public-profile', path: `/u/${mira.user.handle}`, ready: 'Keeps the', ...open },
    { name: 'public-project', path: `/p/projects/${org}/${slug}`, ready: 'Reliable deliveries', ...open },
    { name: 'public-docs', path: '/docs', ready: 'Runbook', ...open },
    { name: 'public-doc', path: '/docs/runbook', ready: 'Migrations', ...open },
    { name: 'public-search', path: '/p/search?q=deliveries', ready: 'found', ...open },
    { name: 'public-nothing', path: '/blog/no-such-post', ready: 'Page not found', refused: true, ...open },
  ]
}
