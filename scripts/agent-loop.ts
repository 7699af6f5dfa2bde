/** Two Codex windows share a piece of work through a running Baton and print what they do: `npm run agent-loop`. */
import { isInstalled } from '../test/clients/packages.ts'
import { runLoop } from './agent-loop/run-loop.ts'
import { atTerminal, firstAccount } from './first-account.ts'

await atTerminal(async (url) => {
  const token = process.env['BATON_TOKEN'] || (await firstAccount(url)).account.token
  if (!isInstalled('@openai/codex')) console.error('Fetching Codex, about 440 MB, for this and all later runs …')
  await runLoop(url, token, `shop-${Math.random().toString(36).slice(2, 8)}`, console.log)
})
