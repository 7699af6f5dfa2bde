import { globSync } from 'node:fs'
import { startBaton, type Baton } from '../test/harness/baton.ts'
import { prepareServers } from '../test/harness/servers.ts'

interface Proof {
  name: string
  claim?: string
  short: unknown
  full: unknown
  /** A separate size for a proof that takes longer than a run of all proofs should. */
  million?: unknown
  /** Throws if the claim doesn't hold; returns the measured figures. */
  run(baton: Baton, size: unknown): Promise<Record<string, number | string>>
}

const folder = new URL('../test/proofs/', import.meta.url)
const files = globSync('*.ts', { cwd: folder, exclude: ['*.test.ts'] }).toSorted()
const modules = await Promise.all(files.map((file) => import(new URL(file, folder).href) as Promise<{ proof?: Proof }>))
const proofs = modules.flatMap(({ proof }) => (proof ? [proof] : []))

const args = process.argv.slice(2)
const sizeOf = ({ short, full, million }: Proof) =>
  args.includes('--short') ? short : args.includes('--million') ? (million ?? full) : full
const asked = args.filter((name) => !name.startsWith('--'))
const chosen = asked.includes('all') ? proofs : proofs.filter(({ name }) => asked.includes(name))
if (chosen.length === 0 || (!asked.includes('all') && chosen.length < asked.length)) {
  console.error(
    `Say which: npm run proof -- NAME or all. Proofs: ${proofs.map(({ name }) => name).join(', ')}. --short runs them at the size of the tests, --million at the largest they have.`,
  )
  process.exit(1)
}

const { servers, drop } = await prepareServers()
let failures = 0
console.log('| proof | figure | value |\n| --- | --- | --- |')
for (const proof of chosen) {
  const claim = proof.claim ?? proof.name
  const baton = await startBaton({}, undefined, servers)
  try {
    const figures = await proof.run(baton, sizeOf(proof))
    for (const [figure, value] of Object.entries(figures)) console.log(`| ${claim} | ${figure} | ${value} |`)
  } catch (error) {
    failures++
    console.log(`| ${claim} | **failed** | ${(error as Error).message} |`)
  }
  await baton.close()
}
await drop()
process.exit(failures > 0 ? 1 : 0)
