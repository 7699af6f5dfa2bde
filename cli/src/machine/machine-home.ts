import { Home, type Pairing } from '@baton/machine/home'
import { CliError } from '../errors.ts'

export interface Paired {
  home: Home
  pairing: Pairing
}

export function pairedHome(): Paired {
  const home = new Home()
  const { pairing } = home
  if (!pairing) throw new CliError('This machine is not paired.', { code: 'not_paired', next: 'Run: baton tunnel pair' })
  return { home, pairing }
}
