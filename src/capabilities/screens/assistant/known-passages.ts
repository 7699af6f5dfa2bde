import type { TxContext } from '../../../kernel/context.ts'
import type { Passages } from '../../assistant/answers/resolve-citations.ts'
import { numbered } from '../../assistant/answers/open-turn.ts'
import type { Asked as AskedVector } from '../../memory/search/question-vector.ts'
import { showKnown } from '../knowledge-search/show-known.ts'
import { findThings } from '../search/find-things.ts'

const kinds = ['task', 'story', 'epic', 'note', 'decision', 'spec', 'memory', 'feature']
const max = 10
const longest = 1200

interface Asked {
  q: string
  kinds?: readonly string[] | undefined
  project?: string | undefined
}

/** Known things that may answer a question, each cut to the passage that does. */
export async function findPassages(ctx: TxContext, asked: Asked, embedded: AskedVector): Promise<Passages> {
  const wanted = kinds.filter((kind) => !asked.kinds || asked.kinds.includes(kind))
  if (wanted.length === 0) return []
  const found = await findThings(ctx, { ...asked, kinds: wanted, recalls: true }, embedded)
  const known = await showKnown(ctx, found, found.things.slice(0, max), longest)
  return numbered(
    known.map(({ kind, id, ref, title, project, content }) => ({
      ...{ kind, id, ref, title, project, text: content },
      ...{ path: null, start_line: null, end_line: null, commit: null },
    })),
  )
}
