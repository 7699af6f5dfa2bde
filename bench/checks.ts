import { authenticateApiKey, authenticateSession } from '../src/capabilities/identity/login/authenticate.ts'
import { assemble } from '../src/main/assemble.ts'
import { readConfig } from '../src/platform/config.ts'
import { sql } from '../src/platform/postgres.ts'
import { digest } from '../src/platform/secrets.ts'
import { tokenOf, type Cast } from './cast.ts'
import type { Settings } from './stage.ts'

const byHash = sql('select id, user_id, org_id from auth.tokens where hash = :hash')
const times = 500
const atOnce = 16

/** Throughput of credential checks relative to bare digest lookups, called directly without a door around them. */
export async function measureChecks(settings: Settings, cast: Cast, rounds: number): Promise<{ name: string; ratios: number[] }[]> {
  const { kernel, close } = await assemble(readConfig(settings))
  const bare = () => kernel.database.identify(byHash, { hash: digest(cast.apiKey) })
  const jwt = await tokenOf(cast.person)
  const checks = {
    'an API key': () => authenticateApiKey(kernel, cast.apiKey, undefined),
    'a JWT': () => authenticateSession(kernel, jwt, undefined),
  }
  const measured = []
  for (const [name, check] of Object.entries(checks)) {
    await Promise.all([spend(check), spend(bare)])
    const ratios: number[] = []
    for (let round = 0; round < rounds; round++) {
      const lookups = await spend(bare)
      ratios.push(lookups / (await spend(check)))
    }
    measured.push({ name, ratios })
  }
  await close()
  return measured
}

async function spend(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  const one = async () => {
    for (let count = 0; count < times; count++) await work()
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  return performance.now() - began
}
