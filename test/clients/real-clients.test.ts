import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { proof as windows } from '../proofs/client-windows.ts'
import { proof } from '../proofs/clients.ts'
import { install, patience } from './packages.ts'
import { everyDay } from './programs.ts'

let baton: Baton
beforeAll(async () => {
  ;[baton] = await Promise.all([startBaton(), ...everyDay.map((program) => install(program.package))])
}, patience)
afterAll(() => baton.close())

test.each(everyDay)(
  '$name does a day’s work',
  async (program) => {
    expect(Object.keys(await proof.run(baton, [program]))).toEqual([program.name])
  },
  patience,
)

test(
  windows.claim,
  async () => {
    expect(Object.keys(await windows.run(baton, windows.short))).toEqual(['Claude Code'])
  },
  patience,
)
