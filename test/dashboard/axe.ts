import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContext, Page } from 'playwright-core'

/** The axe that the builder brings along, the small one. */
const axe = createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js')

/** Every page of this browser has axe in it from its start: injecting it for each look takes longer than looking. */
export const bringAxe = (context: BrowserContext): Promise<unknown> => context.addInitScript({ path: axe })

/** Runs in the page. */
const settled = `Promise.allSettled(document.getAnimations().filter((one) => one instanceof CSSTransition).map((one) => one.finished))`

/** What axe has against the page as it is now, by all its rules or these; writing out what passed would take most of its time. */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  // A colour half way to another is nobody's choice.
  await page.evaluate(settled)
  const { violations: found } = await new AxeBuilder({ page, axeSource: ';' })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], ...(rules && { runOnly: { type: 'rule', values: rules } }) })
    .analyze()
  const shown = (nodes: readonly { html: string }[]) => nodes.slice(0, 3).map(({ html }) => html.slice(0, 200))
  return found.map(({ id, nodes }) => `${id} at ${shown(nodes).join(' | ')}`)
}
