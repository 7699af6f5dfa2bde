import { setTimeout as pause } from 'node:timers/promises'
import type { Baton } from '../harness/baton.ts'
import { TestMachine, until } from '../machines/machines.ts'
import { startProxy } from '../harness/tcp-proxy.ts'
import { claimed } from './proof.ts'
import { startProgram, type Program } from './programs.ts'

interface Size {
  actions: number
  /** A connection cut, machine kill or node kill happens once per this many actions. */
  cutEvery: number
  killMachineEvery: number
  killNodeEvery: number
  /** Whether to wait until a silent connection is detected, which takes most of a minute. */
  silence: boolean
  /** Milliseconds until a machine is connected again; null: only reported. */
  back: number | null
}

const connected = (machine: TestMachine): number => machine.said.split('"what":"connected"').length - 1
const disconnected = (machine: TestMachine): number => machine.said.split('"what":"disconnected"').length - 1

/** A machine gets one action after another while it, its node and the network between them fail. */
export const proof = {
  name: 'machine-crashes',
  claim: 'no action is done twice and no result is lost, whatever is killed: machine, node or network',
  timed: true,
  short: { actions: 20, cutEvery: 4, killMachineEvery: 7, killNodeEvery: 15, silence: false, back: null } as Size,
  full: { actions: 1000, cutEvery: 20, killMachineEvery: 33, killNodeEvery: 200, silence: true, back: 5000 } as Size,
  async run(baton: Baton, size: Size): Promise<Record<string, number>> {
    const owner = await baton.person()
    let node = await startProgram(baton, 'serve')
    const to = { host: '127.0.0.1', port: portOf(node) }
    const proxy = await startProxy(to)
    const machine = await TestMachine.pair(owner, [], `http://127.0.0.1:${proxy.port}`)
    const back: number[] = []
    const asked: { id: string; word: string }[] = []
    const again = async (what: () => Promise<void> | void) => {
      const before = connected(machine)
      await what()
      const healed = performance.now()
      await until('the machine to connect again', () => connected(machine) > before)
      back.push(performance.now() - healed)
    }
    const nextNode = async () => {
      const next = await startProgram(baton, 'serve')
      // Cut first: otherwise the machine would reconnect through the proxy as soon as its node is gone, and then be cut off again.
      to.port = portOf(next)
      proxy.cut()
      end(node)
      node = next
    }
    try {
      await machine.start().online()
      for (let count = 1; count <= size.actions; count++) {
        const word = `w${count}`
        // Some actions take a while, so that one is in progress when something breaks.
        const { id } = await machine.ask(count % 5 === 0 ? 'slow' : 'note', { word }, 7200)
        asked.push({ id, word })
        if (count % size.killNodeEvery === 0) await again(nextNode)
        else if (count % size.killMachineEvery === 0) await machine.kill().then(() => machine.start())
        else if (count % size.cutEvery === 0) await again(() => proxy.cut())
      }
      const noticed = size.silence ? await silence(machine, proxy) : 0
      const ended = []
      for (const { id, word } of asked) ended.push({ word, state: (await machine.ended(id)).state })
      const ran = [...machine.lines('notes'), ...machine.lines('slow').filter((line) => !line.endsWith(' done'))]
      const times = (word: string) => ran.filter((line) => line === word).length
      const figures = {
        actions: asked.length,
        twice: asked.filter(({ word }) => times(word) > 1).length,
        lost: ended.filter(({ word, state }) => (state === 'done') !== (times(word) === 1) && state !== 'unknown').length,
        unknown: ended.filter(({ state }) => state === 'unknown').length,
        failed: ended.filter(({ state }) => state === 'failed').length,
        slowest_reconnect_ms: Math.round(Math.max(...back)),
        silence_noticed_s: Math.round(noticed / 1000),
      }
      return claimed(figures, {
        is: { actions: size.actions, twice: 0, lost: 0, failed: 0 },
        most: { slowest_reconnect_ms: size.back, silence_noticed_s: 45 },
      })
    } finally {
      await machine.close()
      await proxy.close()
      end(node)
    }
  },
}

async function silence(machine: TestMachine, proxy: { freeze(): void; thaw(): void; cut(): void }): Promise<number> {
  const isConnected = () => machine.said.lastIndexOf('"what":"connected"') > machine.said.lastIndexOf('"what":"disconnected"')
  // The node that was last killed may still drop a connection that it held.
  let before = -1
  do {
    before = disconnected(machine)
    await pause(2000)
    await until('the machine to be connected', isConnected)
  } while (disconnected(machine) > before)
  proxy.freeze()
  const from = performance.now()
  await until('the silence to be noticed', () => disconnected(machine) > before)
  const noticed = performance.now() - from
  proxy.thaw()
  proxy.cut()
  return noticed
}

const portOf = ({ url }: Program): number => Number(new URL(url).port)

function end(program: Program): void {
  program.process.removeAllListeners('exit')
  program.stop()
}
