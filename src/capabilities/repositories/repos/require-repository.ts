import type { TxContext } from '../../../kernel/context.ts'
import { notFound } from '../../../kernel/errors.ts'
import { isId } from '../../../platform/ids.ts'
import { namesHere } from '../../names-here.ts'
import { lockRepository, repositoryById, repositoryByName, repositoryNames, type RepositoryRow } from './repos.queries.ts'

/** A repository of a project the caller can see, by owner/name or id; undefined if there is none. */
export const findRepository = (ctx: TxContext, name: string): Promise<RepositoryRow | undefined> =>
  ctx.tx.row(isId(name) ? repositoryById : repositoryByName, { org: ctx.org, name })

export async function requireRepository(ctx: TxContext, name: string, purpose: 'read' | 'write' = 'read'): Promise<RepositoryRow> {
  const found = await findRepository(ctx, name)
  if (!found) {
    const names = (await ctx.tx.rows(repositoryNames, { org: ctx.org })).map((row) => row.name)
    throw notFound('repository', name, namesHere('Connected', names, 'Connect one with {connectRepo}.'))
  }
  if (purpose === 'read') return found
  await ctx.tx.rows(lockRepository, { org: ctx.org, id: found.id })
  return ctx.tx.one(repositoryById, { org: ctx.org, name: found.id })
}

export const shownRepository = <Row extends RepositoryRow>({ name, ...rest }: Row) => ({ ...rest, repo: name })
