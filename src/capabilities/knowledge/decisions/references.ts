import type { Context } from '../../../kernel/context.ts'
import { keepReferences, referencesIn } from '../../links/text-references.ts'
import type { DecisionRow } from './decisions.queries.ts'

/** Stores what the text of a decision refers to, through which backlinks are found. */
export function keepReferencesOf(ctx: Context, decision: DecisionRow, isNew: boolean): void {
  const { id, project_id, context, rationale, outcome, alternatives } = decision
  const words = [context, rationale, outcome, ...alternatives.flatMap((one) => Object.values(one))]
  const text = words.filter((one): one is string => typeof one === 'string').join('\n\n')
  keepReferences(ctx, { kind: 'decision', id }, project_id, referencesIn(text), isNew)
}
