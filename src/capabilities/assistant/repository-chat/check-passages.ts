import type { TxContext } from '../../../kernel/context.ts'
import { redactSecrets } from '../../../platform/code/redact-secrets.ts'
import { findRepository } from '../../repositories/repos/require-repository.ts'
import type { Passages, Resolved } from '../answers/resolve-citations.ts'
import type { AiSessionRow } from '../sessions/ai-sessions.queries.ts'
import { contents } from './find-code.queries.ts'

interface Place {
  path: string
  start_line: number
  end_line: number
  text: string
}

/** The passages that match the stored files, line for line. */
export async function verifyPassages<P extends Place>(ctx: TxContext, repository: string, places: readonly P[]): Promise<P[]> {
  const paths = [...new Set(places.map(({ path }) => path))]
  const rows = await ctx.tx.rows(contents, { org: ctx.org, repository, paths })
  const lines = new Map(rows.map(({ path, content }) => [path, redactSecrets(content).text.split('\n')]))
  return places.filter(
    ({ path, start_line, end_line, text }) =>
      lines
        .get(path)
        ?.slice(start_line - 1, end_line)
        .join('\n') === text,
  )
}

/**
 * Checks citations of code against the stored files once more when an answer is stored. If a newer commit has arrived meanwhile, the files are
 * no longer those of the commit that a citation names, at which its passage was checked already.
 */
export async function checkCitations(ctx: TxContext, session: AiSessionRow, passages: Passages, resolved: Resolved): Promise<Resolved> {
  if (!session.repository_id) return resolved
  const repository = await findRepository(ctx, session.repository_id)
  const cited = passages.filter(
    ({ number, commit }) => commit === repository?.head_sha && resolved.citations.some((citation) => citation.number === number),
  )
  const places = cited.flatMap(({ number, path, start_line, end_line, text }) =>
    path !== null && start_line !== null && end_line !== null ? { number, path, start_line, end_line, text } : [],
  )
  const verified = new Set((await verifyPassages(ctx, session.repository_id, places)).map(({ number }) => number))
  const wrong = new Set(cited.map(({ number }) => number).filter((number) => !verified.has(number)))
  if (wrong.size === 0) return resolved
  return {
    text: resolved.text.replace(/\[(\d+)\]/g, (mark, number) => (wrong.has(Number(number)) ? '' : mark)),
    citations: resolved.citations.filter(({ number }) => !wrong.has(number)),
    dropped: [...resolved.dropped, ...[...wrong].map((number) => ({ cited: `[${number}]`, reason: 'file_changed' as const }))],
  }
}
