import type { Page } from 'playwright-core'

/** For whoever looks at what a test shows: with SCREENSHOTS=FOLDER, the page as it is now, light and dark. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS']
  if (!folder) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png` })
  }
}
