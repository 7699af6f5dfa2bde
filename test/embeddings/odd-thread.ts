import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import type { Question, ThreadData } from '../../src/platform/embeddings/thread-pool.ts'

const { data, stop } = workerData as ThreadData

/** Speaks the model thread's protocol; the texts decide how it fails. */
parentPort?.on('message', (question: Question) => {
  if (question === 'close') return parentPort?.close()
  if (question.texts.includes('no runtime')) return parentPort?.postMessage({ failed: 'no module /srv/baton/x', files: false })
  const vectors = question.texts.map((text) => {
    if (text === 'die' || (text === 'die once' && first('died'))) process.exit(1)
    if (text === 'throw') throw new Error('on purpose')
    if (text === 'hang' || (text === 'hang once' && first('hung'))) while (Atomics.wait(stop, 0, 0, 50) === 'timed-out');
    return new Float32Array([text.length])
  })
  parentPort?.postMessage({ vectors })
})

function first(mark: string): boolean {
  const file = join(data as string, mark)
  if (existsSync(file)) return false
  writeFileSync(file, '')
  return true
}
