import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { createLocalEmbeddings } from '../../src/platform/embeddings/local-embeddings.ts'
import type { Embeddings } from '../../src/platform/embeddings/embeddings.ts'
import { everyFile, model, scratch } from './model-copy.ts'
import { patience } from '../harness/wait.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

function start(files: readonly string[]): { folder: string; embeddings: Embeddings; changes: string[] } {
  const changes: string[] = []
  const { folder, remove } = scratch(files)
  const onChange = (state: string) => void changes.push(state)
  const embeddings = createLocalEmbeddings({ folder, threads: 1, lookAgainEvery: 20, onChange })
  ends.push(() => embeddings.close(), remove)
  return { folder, embeddings, changes }
}
const spoil = (file: string) => {
  const bytes = readFileSync(file)
  bytes[1000] = (bytes[1000] ?? 0) ^ 1
  writeFileSync(file, bytes)
}

test('without its files it has failed and says what to do; when they come it is ready', async () => {
  const { folder, embeddings, changes } = start(['tokenizer.json', 'tokenizer_config.json'])
  expect(embeddings).toMatchObject({ state: 'failed', why: 'the local model is not there (model_quantized.onnx): run npm run model' })
  await expect(embeddings.embed(['text'], 'query')).rejects.toThrow('run npm run model')
  copyFileSync(join(model, 'model_quantized.onnx'), join(folder, 'model_quantized.onnx'))
  await vi.waitFor(() => expect(embeddings.state).toBe('ready'), { timeout: patience })
  expect(embeddings.why).toBeUndefined()
  expect(await embeddings.embed(['text'], 'query')).toHaveLength(1)
  expect(changes).toEqual(['failed', 'ready'])
})

test('a single wrong bit is never loaded', async () => {
  const { folder, embeddings, changes } = start(everyFile)
  const file = join(folder, 'model_quantized.onnx')
  spoil(file)
  expect(embeddings.state).toBe('ready')
  await expect(embeddings.embed(['text'], 'query')).rejects.toThrow('model_quantized.onnx is not the pinned file')
  expect(embeddings).toMatchObject({ state: 'failed', why: expect.stringContaining('run npm run model') })
  spoil(file)
  await vi.waitFor(() => expect(embeddings.state).toBe('ready'), { timeout: patience })
  expect(await embeddings.embed(['text'], 'query')).toHaveLength(1)
  expect(changes).toEqual(['failed', 'ready'])
})
