import { fingerprintOf } from '../../src/platform/tunnel-protocol.ts'
import { Home } from './home.ts'
import { Machine } from './machine.ts'
import { pair } from './pair.ts'

const usage = `Usage: pair URL NONCE    pair this machine; compare the fingerprint before you confirm it
       run               connect and serve what allow.json allows
       fingerprint       show the fingerprint of this machine's key
       signers           show passkeys that were offered, and which of them count
       trust FINGERPRINT take signatures of this passkey for dangerous actions`

const [command, ...args] = process.argv.slice(2)
const home = new Home()
try {
  if (command === 'pair' && args.length === 2) {
    const { name, fingerprint } = await pair(home, args[0] as string, args[1] as string)
    console.log(`${name}: confirm this fingerprint in the dashboard, if it shows the same\n${fingerprint}`)
  } else if (command === 'fingerprint') console.log(fingerprintOf(home.publicKey))
  else if (command === 'signers') {
    const trusted = new Set(home.signers.map(({ fingerprint }) => fingerprint))
    for (const { fingerprint, name } of home.offered)
      console.log(`${trusted.has(fingerprint) ? 'trusted' : 'offered'} ${fingerprint} ${name}`)
  } else if (command === 'trust' && args[0]) {
    if (!home.trust(args[0]))
      throw new Error('No passkey of this fingerprint was offered. Offer it in the dashboard while this machine is connected.')
    console.log('Its signatures count from now on.')
  } else if (command === 'run') {
    const machine = new Machine({ home, tell: (note) => console.log(JSON.stringify(note)) })
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => machine.stop())
    await machine.run()
  } else {
    console.error(usage)
    process.exitCode = 2
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
