import { contracts } from '../../capabilities/contracts.ts'
import type { Contract } from '../../kernel/contract.ts'

/**
 * A refusal names the next step by its operation: `{listViews}`, or `{advanceFeature with commit|reportCommit}` if a program has a more
 * direct way than an agent. Each door translates that for its callers.
 */
const marker = /\{([a-z]\w*(?: [^{}|]+)?(?:\|[a-z]\w*)?)\}/g
const byName: Readonly<Record<string, Contract>> = contracts

export type Words = (sentence: string) => string

function step(alternative: string): { contract: Contract | undefined; with: string } {
  const [name = ''] = alternative.split(' ', 1)
  return { contract: byName[name], with: alternative.slice(name.length) }
}

/** For programs: the routes of the web API. */
export const forPrograms: Words = (sentence) =>
  sentence.replace(marker, (all, named: string) => {
    const last = step(named.split('|').at(-1) ?? '')
    const routes = last.contract?.http ?? []
    // A route may imply the arguments: `archiveProject with restore: true` has a route of its own.
    const fixed = routes.find((one) => Object.entries(one.fixed ?? {}).some(([field, value]) => last.with === ` with ${field}: ${value}`))
    if (fixed) return `${fixed.method} ${fixed.path}`
    return routes[0] ? `${routes[0].method} ${routes[0].path}${last.with}` : all
  })

/** For agents: tools, and the dashboard for what only a person can do. */
export const forAgents: Words = (sentence) =>
  inDashboard(
    sentence
      .replace(marker, (all, named: string) => toolFor(named) ?? all)
      .replace(listed, (all, which: string, name: string) => (byName[name] ? `A person finds ${which} in the dashboard` : all)),
  )

function toolFor(named: string): string | undefined {
  const first = named
    .split('|')
    .map(step)
    .find(({ contract }) => contract?.mcp)
  return first && `${first.contract?.mcp?.tool}${first.with}`
}

/** For people: they find and do everything in the dashboard. */
export const forPeople: Words = (sentence) => inDashboard(sentence.replace(onlyWhere, ''))

const listed = /(?:List|Find) (them|yours|those that are open) with \{([a-z]\w*)(?!\w)[^{}]*\}/g
const onlyWhere = / ?\b(?:Use|List) [^.]*\{[a-z]+[A-Z][^{}]*\}[^.]*\./g
const first = /(^|\. )\{([a-z]\w*)(?!\w)[^{}]*\}/g
const bracketed = / \(\{([a-z]\w*)(?!\w)[^{}]*\}\)/g
const done = /(?::| with| to) \{([a-z]\w*)(?!\w)[^{}]*\}/g

const inDashboard = (sentence: string): string =>
  sentence
    .replace(first, (all, before: string, name: string) => (byName[name] ? `${before}The dashboard` : all))
    .replace(bracketed, (all, name: string) => (byName[name] ? '' : all))
    .replace(done, (all, name: string) => (byName[name] ? ' in the dashboard' : all))
    .replace(marker, (all, named: string) => (step(named).contract ? 'the dashboard' : all))

type Fields = Record<string, unknown>

/** Translates the messages inside a result or a refusal: what a gate is missing, which rows of an import have errors. */
export function spellMessages<Output>(output: Output, words: Words): Output {
  if (!isFields(output)) return output
  const spelled = Object.entries(output).flatMap(([field, value]) => {
    if ((field === 'missing' || field === 'errors') && Array.isArray(value)) return [[field, value.map((one) => spellMessage(one, words))]]
    return field === 'feature' ? [[field, spellMessages(value, words)]] : []
  })
  return spelled.length > 0 ? { ...output, ...Object.fromEntries(spelled) } : output
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

const spellMessage = (entry: unknown, words: Words): unknown =>
  isFields(entry) && typeof entry['message'] === 'string' ? { ...entry, message: words(entry['message']) } : entry
