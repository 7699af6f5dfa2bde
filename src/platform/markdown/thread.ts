import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { renderNow } from './render.ts'
import type { Answer, Question, Task } from './threads.ts'
import { withoutAddressesNow } from './without-addresses.ts'

const port = parentPort
if (!port) throw new Error('this file runs in a worker thread')

// On Linux this is about the thread alone: what others wait for on the main thread comes first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const done = (task: Task): string | null => (task.kind === 'render' ? renderNow(task.text, task.options) : withoutAddressesNow(task.text))

port.on('message', ({ id, task }: Question) => {
  let result: string | null = null
  try {
    result = done(task)
  } catch {
    // A text that is nested too deeply ends in an exhausted stack.
  }
  port.postMessage({ id, result } satisfies Answer)
})
port.postMessage({ id: 0, result: null } satisfies Answer)
