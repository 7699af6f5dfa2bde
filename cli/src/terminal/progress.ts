import type { Output } from './output.ts'

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const patience = 700
const tick = 100

export interface Progress {
  /** What is in progress now. */
  update(text: string): void
}

/** Runs something that may take long: shows a spinner on a terminal, elsewhere prints a line whenever something has changed. */
export async function withProgress<T>(out: Output, text: string, run: (progress: Progress) => Promise<T>): Promise<T> {
  if (out.json) return run({ update: () => {} })
  let shown = text
  let frame = 0
  let said = ''
  const started = Date.now()
  const draw = (): void => {
    if (Date.now() - started < patience) return
    if (out.onTerminal) process.stderr.write(`\r\u001b[K${frames[frame++ % frames.length]} ${shown}`)
    else if (said !== shown) process.stderr.write(`${(said = shown)}\n`)
  }
  const timer = setInterval(draw, tick)
  try {
    return await run({ update: (next) => void (shown = next) })
  } finally {
    clearInterval(timer)
    if (out.onTerminal) process.stderr.write('\r\u001b[K')
  }
}
