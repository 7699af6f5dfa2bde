import type { Input, Output } from '@baton/client'
import { account } from '../../../data/client.ts'

export type Entry = Output<'getEntry'>
export type Kind = Entry['kind']
type Changes = Omit<Input<'updatePost'>, 'id'>

/** Pages and posts are edited the same way; they differ in wording and in the operations called. */
export const kinds = {
  post: {
    title: 'Posts',
    one: 'post',
    path: 'posts',
    list: 'listPosts',
    about: 'News shown on the blog, in the feed and in public search.',
    empty: 'A post appears on the blog and in the feed when you publish it, now or on a schedule.',
    create: (input: Input<'createPost'>) => account.createPost(input),
    update: (id: string, changes: Changes) => account.updatePost({ id, ...changes }),
    remove: (id: string) => account.deletePost({ id }),
  },
  page: {
    title: 'Pages',
    one: 'page',
    path: 'pages',
    list: 'listPages',
    about: 'Standalone pages, such as a legal notice or the terms of use.',
    empty: 'Pages have their own URL.',
    create: ({ category: _, ...input }: Input<'createPost'>) => account.createPage(input),
    update: (id: string, { category: _, ...changes }: Changes) => account.updatePage({ id, ...changes }),
    remove: (id: string) => account.deletePage({ id }),
  },
} as const

export const stateWords = { draft: 'Draft', scheduled: 'Scheduled', published: 'Published' } as const
export const stateTones = { draft: 'plain', scheduled: 'warn', published: 'ok' } as const
