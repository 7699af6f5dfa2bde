import type { Worker } from 'node:worker_threads'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLocalEmbeddings } from '../../src/platform/embeddings/local-embeddings.ts'
import type { Embeddings } from '../../src/platform/embeddings/embeddings.ts'
import { everyFile, model, scratch } from './model-copy.ts'
import { patience } from '../harness/wait.ts'

const threads: Worker[] = []
const seen = (thread: Worker) => void threads.push(thread)
process.on('worker', seen)
const { folder, remove } = scratch(everyFile)
afterAll(() => {
  process.off('worker', seen)
  remove()
})

/** Threads that fail as their texts say. */
let odd: Embeddings
const start = (more: Partial<Parameters<typeof createLocalEmbeddings>[0]> = {}) =>
  createLocalEmbeddings({
    folder,
    threads: 1,
    thread: new URL('./odd-thread.ts', import.meta.url),
    onChange: () => {},
    ...more,
  })
beforeEach(() => void (odd = start()))
afterEach(async () => {
  await odd.close()
  threads.splice(0)
})

test('nothing is loaded before the first text, one thread is enough for one, and closing ends it', async () => {
  const real = createLocalEmbeddings({ folder: model, threads: 2, onChange: () => {} })
  expect(real.state).toBe('ready')
  expect(threads).toHaveLength(0)
  await real.embed(['first'], 'query')
  expect(threads).toHaveLength(1)
  const ended = new Promise((resolve) => threads[0]?.once('exit', resolve))
  await real.close()
  expect(await ended).toBe(0)
})

test('closing stops a thread in the middle of its work, without harm to the process', async () => {
  const real = createLocalEmbeddings({ folder: model, threads: 1, onChange: () => {} })
  await real.embed(['first'], 'query')
  const ended = new Promise((resolve) => threads[0]?.once('exit', resolve))
  const [long] = await Promise.allSettled([real.embed(['word '.repeat(60_000)], 'passage'), real.close(), ended])
  expect(long).toMatchObject({ status: 'rejected', reason: { message: 'Baton is shutting down' } })
})

test('a thread that dies is replaced and its texts are embedded all the same', async () => {
  const texts = ['a', 'die once', 'bbb', ...Array.from({ length: 40 }, (_, at) => 'x'.repeat(at))]
  expect((await odd.embed(texts, 'passage')).map(([length]) => length)).toEqual(texts.map(({ length }) => length))
  expect(threads).toHaveLength(2)
})

test.each(['die', 'throw'])('texts on which threads die twice (%s) are given up; others are not', async (deadly) => {
  const [bad, good] = [odd.embed([deadly], 'passage'), odd.embed(['harmless'], 'passage')]
  await expect(bad).rejects.toThrow('lost twice')
  expect(await good).toEqual([new Float32Array([8])])
  expect(threads).toHaveLength(3)
  expect(odd.state).toBe('ready')
})

test('a runtime that does not run on this machine has failed for good, without a word about its folders', async () => {
  const changes: unknown[][] = []
  odd = start({ onChange: (...change) => void changes.push(change) })
  await expect(odd.embed(['no runtime'], 'query')).rejects.toThrow('cannot run on this machine')
  expect(odd).toMatchObject({ state: 'failed', why: 'the local model cannot run on this machine: the log of Baton says why' })
  expect(changes).toEqual([['failed', odd.why, 'no module /srv/baton/x']])
})

test('a thread that does not come back is given up and its text tried by another', async () => {
  odd = start({ longest: 2000 })
  expect(await odd.embed(['hang once'], 'passage')).toEqual([new Float32Array([9])])
  expect(threads).toHaveLength(2)
  await vi.waitFor(() => expect(threads[0]?.threadId).toBe(-1), { timeout: patience })
})

test('a thread that never comes back does not hold the others up', async () => {
  odd = start({ longest: 2000 })
  const [stuck, fine] = [odd.embed(['hang'], 'passage'), odd.embed(['fine'], 'passage')]
  await expect(stuck).rejects.toThrow('lost twice')
  expect(await fine).toHaveLength(1)
})
