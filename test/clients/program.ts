import type { Package } from './packages.ts'
import type { Protocol } from './model/server.ts'

/** The environment of one program run. */
export interface Stage {
  /** The folder whose node_modules holds the program. */
  folder: string
  home: string
  /** Baton's address and a token for it. */
  url: string
  token: string
  /** The scripted model's address. */
  model: string
}

/** A program in which people run agents, set up as its page in docs/clients says. */
export interface Program {
  name: string
  package: Package
  protocol: Protocol
  /** What its model sees of a result. */
  shows: 'structure' | 'text' | 'both'
  /** Files to create below its home. */
  files?(stage: Stage): Record<string, string>
  /** What its page says to run once in a terminal. */
  setup?(stage: Stage): string
  env(stage: Stage): Record<string, string>
  /** Runs a prompt without a person present: the program and its arguments. */
  command(stage: Stage, prompt: string): string[]
  /** Folders of executables that precede the package's own in PATH. */
  path?(stage: Stage): string[]
}
