import { Home } from '@baton/machine/home'
import type { Run } from '../command.ts'
import { CliError } from '../errors.ts'
import { plain } from '../terminal/output.ts'

/** Passkeys that the server offers, and which of them were confirmed here. Only those confirmed here count. */
export async function showSigners({ out, text }: Run): Promise<void> {
  const home = new Home()
  const [trust, distrust] = [text('trust'), text('distrust')]
  if (trust !== undefined && !home.trust(trust)) {
    throw new CliError('No passkey with this fingerprint was offered.', {
      code: 'unknown_signer',
      next: 'Offer it in the dashboard while this machine is connected (baton tunnel), then list it: baton tunnel signers',
    })
  }
  if (distrust !== undefined) home.distrust(distrust)
  const trusted = new Set(home.signers.map(({ fingerprint }) => fingerprint))
  const offered = home.offered.filter(({ fingerprint }) => !trusted.has(fingerprint))
  const items = [
    ...home.signers.map(({ name, fingerprint }) => ({ name, fingerprint, trusted: true })),
    ...offered.map(({ name, fingerprint }) => ({ name, fingerprint, trusted: false })),
  ]
  const rows = items.map((one) => [one.trusted ? 'trusted' : 'offered', one.fingerprint, plain(one.name)])
  const next = offered.length > 0 ? '\nCompare the fingerprint with the dashboard’s, then: baton tunnel signers --trust FINGERPRINT' : ''
  const none = 'No passkey was offered. Offer one in the dashboard under Machines while this machine is connected.'
  out.result({ items }, items.length > 0 ? out.table([['STATE', 'FINGERPRINT', 'NAME'], ...rows]) + next : none)
}
