import { Tokenizer } from '@huggingface/tokenizers'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ort from 'onnxruntime-node'
import { dimensions, isPinned, type ModelFile } from './model-files.ts'
import { piecesOf } from './pieces.ts'
import { unitMean } from './unit-vector.ts'

// Far more than the pieces hold: anything beyond need not be tokenized.
const maxCharacters = 100_000

class WrongFiles extends Error {
  override name = 'WrongFiles'
}

/**
 * Loads the model into this thread, which is blocked while the model runs. Each piece of text runs alone: activations are quantized over a whole
 * batch, so with neighbors the same text gave vectors as far apart as a cosine of 0.97.
 */
export async function loadMinilm(folder: string, goOn: () => void): Promise<(text: string) => Promise<Float32Array>> {
  const read = (name: ModelFile): Buffer => {
    const file = join(folder, name)
    if (!existsSync(file)) throw new WrongFiles(`${name} is missing`)
    const bytes = readFileSync(file)
    if (!isPinned(name, bytes)) throw new WrongFiles(`${name} is not the pinned file`)
    return bytes
  }
  const tokenizer = new Tokenizer(JSON.parse(read('tokenizer.json').toString()), JSON.parse(read('tokenizer_config.json').toString()))
  const session = await ort.InferenceSession.create(read('model_quantized.onnx'), { intraOpNumThreads: 1, interOpNumThreads: 1 })
  const [first, last] = tokenizer.encode('').ids
  if (first === undefined || last === undefined) throw new Error('the tokenizer frames no text')

  return async (text) => {
    const tokens = tokenizer.encode(text.slice(0, maxCharacters), { add_special_tokens: false }).ids
    const pieces = piecesOf(tokens).map((piece) => [first, ...piece, last])
    const vectors: Float32Array[] = []
    for (const piece of pieces) {
      goOn()
      vectors.push(await embedPiece(piece))
    }
    return unitMean(
      vectors,
      pieces.map((piece) => piece.length),
    )
  }

  async function embedPiece(tokens: number[]): Promise<Float32Array> {
    const shape = [1, tokens.length]
    const answer = await session.run({
      input_ids: new ort.Tensor('int64', BigInt64Array.from(tokens, BigInt), shape),
      attention_mask: new ort.Tensor('int64', new BigInt64Array(tokens.length).fill(1n), shape),
      token_type_ids: new ort.Tensor('int64', new BigInt64Array(tokens.length), shape),
    })
    const hidden = answer['last_hidden_state']?.data as Float32Array
    return unitMean(tokens.map((_, at) => hidden.subarray(at * dimensions, (at + 1) * dimensions)))
  }
}
