import type { Command } from '../command.ts'
import { pageAddress } from '../page-address.ts'
import { openSession } from '../session.ts'
import { openBrowser } from '../terminal/browser.ts'
import { withProgress } from '../terminal/progress.ts'

export const open: Command = {
  name: 'open',
  usage: '[KEY]',
  about: 'open a task, or your inbox, in the browser',
  online: true,
  arguments: [0, 1],
  async run(run) {
    const { env, out, args } = run
    const { client, server } = openSession(run)
    const url = await withProgress(out, 'Looking it up', async () => {
      // Look the task up, so that a mistyped key is reported here and not by an empty page.
      const page = args[0] === undefined ? 'inbox' : `t/${(await client.getTask({ task: args[0] })).key}`
      return pageAddress(run, server, client, page)
    })
    const opened = !out.json && (await openBrowser(url, env))
    out.result({ url }, url)
    if (!out.json && !opened) out.say('No browser could be started: open this address yourself.')
  },
}
