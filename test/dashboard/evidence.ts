import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { onTestFailed, TestRunner } from 'vitest'

/** Where pictures of pages with a fault are kept; outside the repository, so that none is committed. */
const folder = join(tmpdir(), `baton-pages-${process.pid}`)

/** Keeps a picture of this page as it is now, and returns its path. */
export async function keepPicture(page: Page, name: string): Promise<string> {
  const path = join(folder, `${name.replaceAll(/[^\w-]+/g, '-').slice(0, 100)}.png`)
  // A page that has crashed has no picture; what is wrong with it has been said.
  const taken = await page.screenshot({ path, timeout: 10_000 }).catch(() => undefined)
  return taken ? path : 'no picture could be taken'
}

/** If the test that opens this context fails, its message names a picture of each page that is still open. */
export function keepIfFailed(context: BrowserContext): void {
  if (!TestRunner.getCurrentTest()) return
  onTestFailed(async ({ task }) => {
    const pages = context.pages()
    const kept = await Promise.all(pages.map((page, at) => keepPicture(page, `${task.name} ${at + 1}`)))
    for (const error of task.result?.errors ?? [])
      for (const [at, page] of pages.entries()) error.message += `\n${new URL(page.url()).pathname}: ${kept[at]}`
  })
}
