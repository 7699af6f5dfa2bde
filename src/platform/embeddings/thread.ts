import { parentPort, workerData } from 'node:worker_threads'
import type { Answer, Question, ThreadData } from './thread-pool.ts'

const port = parentPort
if (!port) throw new Error('this file runs in a worker thread')
const { data, stop } = workerData as ThreadData
const answer = (message: Answer, moved: ArrayBuffer[] = []) => port.postMessage(message, moved)

/** Ends the thread between two runs of the model: terminated from outside during one, it would take the process with it. */
function goOn(): void {
  if (Atomics.load(stop, 0) !== 0) process.exit()
}

try {
  // Imported inside the `try`: a runtime that fails to load on this machine is reported too.
  const { loadMinilm } = await import('./minilm.ts')
  const embed = await loadMinilm(data as string, goOn)
  port.on('message', async (question: Question) => {
    if (question === 'close') return port.close()
    try {
      const vectors: Float32Array[] = []
      for (const text of question.texts) vectors.push(await embed(text))
      answer(
        { vectors },
        vectors.map(({ buffer }) => buffer as ArrayBuffer),
      )
    } catch (error) {
      answer({ error: (error as Error).message })
    }
  })
} catch (error) {
  const { name, message } = error as Error
  answer({ failed: message, files: name === 'WrongFiles' })
  port.close()
}
