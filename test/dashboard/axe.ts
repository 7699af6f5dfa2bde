import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContext, Page } from 'playwright-core'

/** The minified axe that @axe-core/playwright depends on. */
const axe = createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js')

/** Loads axe into every page of this browser from the start: injecting it for each check takes longer than the check. */
export const bringAxe = (context: BrowserContext): Promise<unknown> => context.addInitScript({ path: axe })

/** Runs in the page. */
const settled = `Promise.allSettled(document.getAnimations().filter((one) => one instanceof CSSTransition).map((one) => one.finished))`

/** axe's violations on the page as it is now, by all rules or only these; reporting passes would take most of the time. */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  // A color halfway through a transition isn't a design choice.
  await page.evaluate(settled)
  const { violations: found } = await new AxeBuilder({ page, axeSource: ';' })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], ...(rules && { runOnly: { type: 'rule', values: rules } }) })
    .analyze()
  const shown = (nodes: readonly { html: string }[]) => nodes.slice(0, 3).map(({ html }) => html.slice(0, 200))
  return found.map(({ id, nodes }) => `${id} at ${shown(nodes).join(' | ')}`)
}
