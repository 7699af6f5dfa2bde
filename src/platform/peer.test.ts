import { EventEmitter } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createLog } from './log.ts'
import { metrics } from './metrics.ts'
import { bodyOf, guard, hear, readMessage, type Peer } from './peer.ts'
import { reportFaults } from './report-faults.ts'

const peerCalled = (ended: Error[]): Peer => ({ kind: 'test', end: (error) => void ended.push(error) })

test('what a listener throws, or rejects with, ends its own connection', async () => {
  const ended: Error[] = []
  const emitter = new EventEmitter()
  hear(emitter, peerCalled(ended), {
    at_once: () => {
      throw new TypeError('at once')
    },
    later: async () => Promise.reject(new TypeError('later')),
  })
  emitter.emit('at_once')
  emitter.emit('later')
  await new Promise(setImmediate)
  expect(ended.map(({ message }) => message)).toEqual(['at once', 'later'])
})

test('an error event that nobody hears ends the connection, not the process', () => {
  const ended: Error[] = []
  const emitter = new EventEmitter()
  hear(emitter, peerCalled(ended), {})
  emitter.emit('error', new Error('reset'))
  expect(ended).toHaveLength(1)
})

test('ending a connection may fail, too', () => {
  const end = () => {
    throw new Error('it is gone')
  }
  expect(() => guard({ kind: 'test', end }, () => readMessage(z.string(), '{'))).not.toThrow()
})

test('a fault is counted and logged, without what was sent', async () => {
  const lines: string[] = []
  const stop = reportFaults(createLog('warn', { write: (line) => void lines.push(line) }))
  const Frame = z.object({ type: z.literal('x'), secret: z.number() })
  guard(peerCalled([]), () => readMessage(Frame, '{"type":"x","secret":"hunter2"}'))
  guard(peerCalled([]), () => {
    throw new SyntaxError('Unexpected hunter2')
  })
  stop()
  guard(peerCalled([]), () => readMessage(Frame, 'null'))
  expect(lines).toHaveLength(2)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ peer: 'test', problem: 'malformed', reason: 'secret: invalid_type' })
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({ peer: 'test', problem: 'failed', type: 'SyntaxError' })
  expect(lines.join('')).not.toContain('hunter2')
  expect(await metrics.metrics()).toContain('baton_peer_faults_total{peer="test",problem="malformed"} 1')
})

test('a body is read up to its limit; one that is longer, or breaks off, is refused', async () => {
  expect((await bodyOf('test', Readable.from([Buffer.from('ab'), Buffer.from('c')]), 3)).toString()).toBe('abc')
  await expect(bodyOf('test', Readable.from([Buffer.from('ab'), Buffer.from('cd')]), 3)).rejects.toThrow('too large')
  const cut = new PassThrough()
  const reading = bodyOf('test', cut, 3)
  cut.destroy()
  await expect(reading).rejects.toThrow('broke off')
})

test('a body of many tiny parts is refused, long before it is too long', async () => {
  const tiny = Array.from({ length: 20_000 }, () => Buffer.from('x'))
  await expect(bodyOf('test', Readable.from(tiny), 1024 ** 2)).rejects.toThrow('too small parts')
  // As many, of a usual size.
  const usual = Array.from({ length: 20_000 }, () => Buffer.alloc(1_500))
  expect(await bodyOf('test', Readable.from(usual), 64 * 1024 ** 2)).toHaveLength(30_000_000)
})
