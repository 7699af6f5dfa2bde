import { userOf } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { changePreferences } from './change-preferences.ts'
import * as contracts from './preferences.contract.ts'
import { preferences } from './preferences.queries.ts'
import { resolvePreferences } from './resolve-preferences.ts'

export const getPreferences = implement(contracts.getPreferences, async (ctx) =>
  resolvePreferences(await ctx.tx.row(preferences, { users: [userOf(ctx)] })),
)

export const updatePreferences = implement(contracts.updatePreferences, async (ctx, { version, ...choices }) => {
  const after = await changePreferences(ctx, userOf(ctx), choices, (before) => {
    if (version === undefined || version === before) return
    throw new Refusal('stale_version', `Your preferences are at version ${before} by now. Read them again and repeat.`)
  })
  return resolvePreferences(after)
})

const maxFavorites = 100

export const favoriteProject = implement(contracts.favoriteProject, async (ctx, { project, favorite }) => {
  const after = await changePreferences(ctx, userOf(ctx), ({ favorite_projects: before = [] }) => {
    const others = before.filter((id) => id !== project)
    if (favorite && others.length >= maxFavorites) throw new Refusal('conflict', `You have ${maxFavorites} favorites. Remove one first.`)
    return { favorite_projects: favorite ? [...others, project] : others }
  })
  return resolvePreferences(after)
})
