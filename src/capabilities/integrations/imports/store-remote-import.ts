import type { Context } from '../../../kernel/context.ts'
import { notFound } from '../../../kernel/errors.ts'
import { findProject } from '../../projects/require-project.ts'
import { remoteImportUpdated } from './remote-imports.events.ts'
import { lockedRemoteImport, remoteImport, updateRemoteImport, type RemoteImportRow } from './remote-imports.queries.ts'

export const shownImport = (row: RemoteImportRow) => {
  const { org_id, user_id, credential_kind, credential_id, comments, page_cursor, commented_to, ...shown } = row
  return shown
}

export const forLog = ({ id, project_id, provider, status, items }: RemoteImportRow) => ({
  remote_import: { id, project_id, provider, status, items },
})

type Changes = Partial<
  Pick<
    RemoteImportRow,
    | 'status'
    | 'page_cursor'
    | 'pages'
    | 'items'
    | 'comments_found'
    | 'comments_added'
    | 'commented_to'
    | 'preview'
    | 'failure'
    | 'import_id'
  >
>

export async function changeRemoteImport(ctx: Context, row: RemoteImportRow, changes: Changes): Promise<RemoteImportRow> {
  const { status, page_cursor, pages, items, comments_found, comments_added, commented_to, preview, failure, import_id } = {
    ...row,
    ...changes,
  }
  const after = await ctx.tx.one(updateRemoteImport, {
    ...{ org: ctx.org, id: row.id, now: ctx.clock.now(), preview: preview && JSON.stringify(preview) },
    ...{ status, page_cursor, pages, items, comments_found, comments_added, commented_to, failure, import_id },
  })
  ctx.emit(remoteImportUpdated, forLog(after))
  return after
}

/** Whoever can't see the project doesn't learn that something was imported into it. */
export async function requireRemoteImport(ctx: Context, id: string, mode: 'read' | 'write'): Promise<RemoteImportRow> {
  const row = await ctx.tx.row(mode === 'write' ? lockedRemoteImport : remoteImport, { org: ctx.org, id })
  if (!row || !(await findProject(ctx, row.project_id))) throw notFound('import', id, 'Start one with {startRemoteImport}.')
  return row
}
