import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileNames, modelFolder, wrongFiles } from '../src/platform/embeddings/model-files.ts'
import { sources } from './model/sources.ts'

/** Fetches the local model. Only verified bytes get the final names, one rename each, so it can be interrupted or run twice at once. */
const folder = modelFolder(process.env)
const papers = { LICENSE: new URL('../LICENSE', import.meta.url), NOTICE: new URL('./model/NOTICE', import.meta.url) }
const paperNames = Object.keys(papers) as (keyof typeof papers)[]

async function fetchFrom(name: string): Promise<boolean> {
  const own = mkdtempSync(join(folder, '.new-'))
  try {
    await sources[name]?.(own)
    const wrong = await wrongFiles(own)
    if (wrong.length > 0) throw new Error(`${wrong.join(', ')}: not the pinned bytes`)
    for (const paper of paperNames) copyFileSync(papers[paper], join(own, paper))
    for (const file of [...paperNames, ...fileNames]) renameSync(join(own, file), join(folder, file))
    console.log(`The local model is in ${folder} (from ${name})`)
    return true
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { code?: string } }
    console.error(`Not from ${name}: ${cause?.code ?? message}`)
    return false
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}

async function fetchAny(): Promise<boolean> {
  mkdirSync(folder, { recursive: true })
  for (const name of Object.keys(sources)) if (await fetchFrom(name)) return true
  return false
}

const whole = paperNames.every((paper) => existsSync(join(folder, paper))) && (await wrongFiles(folder)).length === 0
if (whole) console.log(`The local model is in ${folder}`)
else if (!(await fetchAny())) {
  console.error(`The local model could not be fetched into ${folder}: search goes by text alone until npm run model succeeds.`)
  process.exitCode = 1
}
