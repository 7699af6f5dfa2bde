/** Two agents share a piece of work through a running Baton, and tell what they do: `npm run agent-loop`. */
import { runLoop } from './agent-loop/run-loop.ts'
import { atTerminal, firstAccount } from './first-account.ts'

await atTerminal(async (url) => {
  const token = process.env['BATON_TOKEN'] || (await firstAccount(url)).account.token
  await runLoop(url, token, `shop-${Math.random().toString(36).slice(2, 8)}`, console.log)
})
