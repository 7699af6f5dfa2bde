import { usageError } from '../errors.ts'

/** Reads a line from the terminal without echoing it. */
export function askSecret(question: string): Promise<string> {
  const { stdin, stderr } = process
  // Before the prompt: text pasted right away would be echoed.
  stdin.setRawMode(true)
  stdin.setEncoding('utf8')
  stderr.write(question)
  return new Promise((resolve, reject) => {
    let typed = ''
    const end = (finish: () => void): void => {
      stdin.off('data', take)
      stdin.setRawMode(false)
      stdin.pause()
      stderr.write('\n')
      finish()
    }
    const take = (data: string): void => {
      for (const key of data) {
        if (key === '\r' || key === '\n') return end(() => resolve(typed.trim()))
        if (key === '\u0003' || key === '\u0004') return end(() => reject(usageError('Nothing was entered.', 'Run it again.')))
        typed = key === '\u007f' ? typed.slice(0, -1) : typed + key
      }
    }
    stdin.on('data', take)
  })
}

export async function readStandardInput(): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of process.stdin) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
