import { readConfig } from '../platform/config.ts'
import { verifyAudit } from '../platform/verify-audit.ts'

const problems = await verifyAudit(readConfig())
for (const { org_id, seq, problem } of problems) console.error(`${org_id} entry ${seq}: ${problem}`)
console.log(
  problems.length === 0 ? 'Every audit chain is whole' : `${problems.length} problems: entries were changed or removed outside Baton`,
)
process.exit(problems.length === 0 ? 0 : 1)
