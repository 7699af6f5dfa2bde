import { implement } from '../../kernel/operation.ts'
import { requireReadableSkill } from './require-skill.ts'
import * as contracts from './skills.contract.ts'
import { toSkill } from './to-skill.ts'

/** Far below what a client of the MCP door cuts off. */
const mostForAgents = 12_000

export const getSkill = implement(contracts.getSkill, async (ctx, { skill: name, from }) => {
  const { skill, body, author } = await requireReadableSkill(ctx, name)
  const end = ctx.call.door === 'mcp' ? wholeCharacters(body, from + mostForAgents) : body.length
  const next_from = end < body.length ? end : null
  return { ...toSkill(ctx, skill), author, body: body.slice(from, end), body_length: body.length, next_from }
})

/** A character of two units is not cut in half. */
function wholeCharacters(text: string, end: number): number {
  return /[\uD800-\uDBFF]/.test(text[end - 1] ?? '') ? end - 1 : end
}
