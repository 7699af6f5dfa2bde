import { createRequire } from 'node:module'
import type { BrowserContext, Page } from 'playwright-core'

/** The minified axe that @axe-core/playwright depends on. */
const axe = createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js')

/** Loads axe into every page of this browser from the start: injecting it for each check takes longer than the check. */
export const bringAxe = (context: BrowserContext): Promise<unknown> => context.addInitScript({ path: axe })

/**
 * Runs in the page. A color halfway through a transition isn't a design choice, so it waits for those to end. Only violations are collected,
 * with their HTML: passes, selectors and preloaded style sheets, which no rule in use asks for, would take most of the time.
 */
const run = (rules: readonly string[] | undefined) => `(async () => {
  await Promise.allSettled(document.getAnimations().filter((one) => one instanceof CSSTransition).map((one) => one.finished))
  const options = { resultTypes: ['violations'], selectors: false, preload: false, ...${JSON.stringify(rules ? { runOnly: { type: 'rule', values: rules } } : {})} }
  const { violations } = await axe.run(document, options)
  return violations.map(({ id, nodes }) => ({ id, nodes: nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)) }))
})()`

/** axe's violations on the page as it is now, by all rules or only these. */
export async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  const found = (await page.evaluate(run(rules))) as { id: string; nodes: string[] }[]
  return found.map(({ id, nodes }) => `${id} at ${nodes.join(' | ')}`)
}
