import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server'
import { Refusal } from '../../../kernel/errors.ts'
import type { Caller } from '../caller.ts'
import type { Arguments, Endpoint } from '../endpoints/endpoint.ts'
import type { ToolCalls } from './tool-calls.ts'
import type { Exchange } from './tool-exchange.ts'
import { failure } from './tool-result.ts'

/** Calls a tool if the endpoint allows it. */
export async function callAt(
  endpoint: Endpoint,
  calls: ToolCalls,
  tool: string,
  given: Arguments,
  caller: Caller,
  exchange: Exchange,
): Promise<CallToolResult | InputRequiredResult> {
  try {
    const admitted = endpoint.admit(tool, given, caller)
    return await calls.call(tool, admitted instanceof Promise ? await admitted : admitted, caller, exchange)
  } catch (error) {
    if (error instanceof Refusal) return failure(error)
    throw error
  }
}
