import { afterAll, beforeAll, expect, test } from 'vitest'
import { install } from '../clients/packages.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { proof } from './dispatched-clients.ts'

let baton: Baton
beforeAll(async () => {
  ;[baton] = await Promise.all([startBaton(), ...proof.short.map((one) => install(one.package))])
}, 200_000)
afterAll(() => baton.close())

test(
  proof.claim,
  async () => {
    const figures = await proof.run(baton, proof.short)
    expect(Object.keys(figures)).toEqual(proof.short.map(({ name }) => name))
  },
  300_000,
)
