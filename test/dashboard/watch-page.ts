import type { ConsoleMessage, Page, Response } from 'playwright-core'
import type { PageCase } from './every-page.ts'

/**
 * A busy server may answer 503 and ask for a retry; the page retries, and is checked once its content is there. When the machine's network
 * changes, Chromium drops requests in flight; the page retries those too. Nothing else may fail to load.
 */
const retried = /^Failed to load resource: (the server responded with a status of 503 |net::ERR_NETWORK_CHANGED$)/
const refusal = /^Failed to load resource: the server responded with a status of 40[34] /

/** The response to an earlier page's request for a missing file may arrive on this page. */
const inVain = (url: string) => url.includes('/nothing-here')

/** Tells `said` of every exception, console error and failed request of this page, until the returned function is called. */
export function watchPage(page: Page, one: PageCase, said: (fault: string) => void): () => void {
  const onError = (error: Error) => said(`threw ${error.message}`)
  const onConsole = (message: ConsoleMessage) => {
    const text = message.text()
    if (message.type() !== 'error' || inVain(message.location().url)) return
    if (!retried.test(text) && !(one.refused && refusal.test(text))) said(`console: ${text}`)
  }
  // The console says that a request failed, but not which one.
  const onResponse = (response: Response) => {
    const [status, url] = [response.status(), response.url()]
    if (status === 404 && !one.refused && !inVain(url)) said(`404 ${url}`)
    if (status >= 500 && status !== 503) said(`${status} ${url}`)
  }
  page.on('pageerror', onError).on('console', onConsole).on('response', onResponse)
  return () => void page.off('pageerror', onError).off('console', onConsole).off('response', onResponse)
}
