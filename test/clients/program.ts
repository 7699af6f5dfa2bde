import type { Package } from './packages.ts'
import type { Protocol } from './model/server.ts'

/** Where one run of a program takes place. */
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

/** A program that people let agents work with, set up as its page in docs/clients says. */
export interface Program {
  name: string
  package: Package
  protocol: Protocol
  /** What its model is shown of a result. */
  shows: 'structure' | 'text' | 'both'
  /** Files below its home. */
  files?(stage: Stage): Record<string, string>
  /** What its page tells to run in a terminal, once. */
  setup?(stage: Stage): string
  env(stage: Stage): Record<string, string>
  /** Does what it is told without a person: the program and its arguments. */
  command(stage: Stage, prompt: string): string[]
  /** Folders of executables that come before the package's own. */
  path?(stage: Stage): string[]
}
