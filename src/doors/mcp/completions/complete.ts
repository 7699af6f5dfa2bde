import { ProtocolError, ProtocolErrorCode, type CompleteRequestParams, type CompleteResult } from '@modelcontextprotocol/server'
import type { Caller } from '../caller.ts'
import { sources, type SourceName } from './sources.ts'
import type { EndpointScope } from '../endpoints/endpoint.ts'
import type { OperationRunner } from '../operation-runner.ts'
import { promptNamed } from '../prompts/prompts.ts'
import { protocolError } from '../protocol-error.ts'
import { kinds } from '../resources/kinds.ts'
import { templateOf } from '../resources/uris.ts'

/** The protocol's own limit. */
const maxCompletions = 100

export async function complete(
  runner: OperationRunner,
  { ref, argument, context }: CompleteRequestParams,
  caller: Caller,
  place: EndpointScope | undefined,
): Promise<CompleteResult> {
  const source = sources[sourceOf(ref, argument.name)]
  const project = place?.slug ?? (context?.arguments?.['project'] || undefined)
  try {
    const { values, more } = await source({ runner, caller, value: argument.value, project })
    return {
      completion: {
        values: values.slice(0, maxCompletions),
        // The total is known only if there are no further pages.
        ...(!more && { total: values.length }),
        hasMore: more || values.length > maxCompletions,
      },
    }
  } catch (error) {
    throw protocolError(error)
  }
}

function sourceOf(ref: CompleteRequestParams['ref'], argument: string): SourceName {
  if (ref.type === 'ref/resource') {
    const kind = kinds.find((one) => templateOf(one) === ref.uri && one.variable === argument)
    if (kind) return kind.name
    throw unknown('There is no such template or variable. resources/templates/list names those there are.')
  }
  const found = promptNamed(ref.name)?.arguments.find(({ name }) => name === argument)
  if (found) return found.completes
  throw unknown('There is no such prompt or argument. prompts/list names those there are.')
}

const unknown = (message: string): ProtocolError => new ProtocolError(ProtocolErrorCode.InvalidParams, message)
